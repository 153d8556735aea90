/** The host's console of a live room: what viewers see now, questions, coupons, and its acts. */
import { z } from 'zod';
import { dropLimits } from '../../rules/live/desk.ts';
import { allRoomStates } from '../../rules/live/room.ts';
import { liveEventKinds, questionStates } from '../../rules/live/timeline.ts';
import { findMinute } from '../../rules/terms/activity-time.ts';
import { flag, flagOut, freeText, id, money, typed, whole, yuan } from '../fields.ts';
import { openMoney } from '../prices.ts';
import { upload } from '../uploads.ts';
import { publicText, roomInput, seenRoomInput, tokenField } from './desk-schema.ts';

const consoleGoods = z.object({
  id: z.number().int(),
  name: z.string(),
  spec: z.string(),
  point: z.string(),
  stock: z.number().int(),
  /** Why it cannot be shown; empty where it can. */
  fault: z.string(),
  is_pinned: flagOut,
  /** Companies that have put it into their cart here. */
  adds: z.number().int(),
});
export type ConsoleGoods = z.infer<typeof consoleGoods>;

const consoleQuestion = z.object({
  id: z.number().int(),
  company: z.string(),
  text: z.string(),
  state: z.enum(questionStates),
  answer: z.string(),
  /** The event that shows its answer; 0 for none. */
  answer_event: z.number().int(),
  at: z.string(),
});
export type ConsoleQuestion = z.infer<typeof consoleQuestion>;

const consoleEvent = z.object({
  id: z.number().int(),
  kind: z.enum(liveEventKinds),
  kind_text: z.string(),
  text: z.string(),
  at: z.string(),
  /** Login name of who did it; empty for the shop itself. */
  by: z.string(),
  is_hidden: flagOut,
  is_hideable: flagOut,
});
export type ConsoleEvent = z.infer<typeof consoleEvent>;

const consoleDrop = z.object({
  coupon_id: z.number().int(),
  name: z.string(),
  value: openMoney(money),
  threshold: openMoney(money),
  total: z.number().int(),
  claimed: z.number().int(),
  claim_to: z.string(),
  /** 1: it can be claimed now. */
  is_open: flagOut,
});

export const consoleInput = roomInput.extend({
  /** The place that the last answer gave; empty for everything. */
  after: freeText('位置', 60),
});
export type ConsoleValues = z.output<typeof consoleInput>;

/** A room as its console shows it. Moments are ISO 8601, empty where there is none. */
export const liveConsole = z.object({
  id: z.number().int(),
  title: z.string(),
  revision: z.number().int(),
  state: z.enum(allRoomStates),
  state_text: z.string(),
  is_rx: flagOut,
  start_time: z.string(),
  end_time: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  /** Why it cannot go on air now; empty where it can, or is. */
  start_fault: z.string(),
  is_muted: flagOut,
  /** The picture: whether it comes by itself, and whether somebody publishes. */
  is_by_clock: flagOut,
  has_picture: flagOut,
  /** 1: an encoder can send its picture here, with a stream key. */
  can_publish: flagOut,
  key_made_at: z.string(),
  /** The address of the playlist for desks; empty where there is none. */
  playback: z.string(),
  viewers: z.number().int(),
  peak: z.number().int(),
  visits: z.number().int(),
  likes: z.number().int(),
  notice: z.string(),
  chapter: z.string(),
  coupon_budget: openMoney(money),
  coupon_left: openMoney(money),
  goods: z.array(consoleGoods),
  /** Those that wait first, the oldest first; then the newest of the others. */
  questions: z.array(consoleQuestion),
  waiting: z.number().int(),
  /** The newest first; where `is_whole` is 0 those that are new behind the asked place alone. */
  events: z.array(consoleEvent),
  drops: z.array(consoleDrop),
  /** A merchant's people hold the room; the platform's look on, hide and stop. */
  is_host: flagOut,
  /** The place to ask from next. */
  after: z.string(),
  is_whole: flagOut,
});
export type LiveConsole = z.infer<typeof liveConsole>;

/** A stream key, in this answer alone. */
export const madeKey = z.object({
  server: z.string(),
  key: z.string(),
  expires_at: z.string(),
  console: liveConsole,
});
export type MadeKey = z.infer<typeof madeKey>;

export const pinInput = roomInput.extend({ goods_id: id('商品') });
export type PinValues = z.output<typeof pinInput>;

export const dropInput = roomInput.extend({
  token: tokenField,
  value: yuan('面额'),
  threshold: yuan('使用门槛'),
  quantity: typed(whole('数量', 1, dropLimits.quantity)),
  /** Minutes to claim it. */
  minutes: typed(whole('领取时间', 1, dropLimits.minutes)),
  /** Days to use it, from now on. */
  days: typed(whole('有效天数', 1, dropLimits.days)),
});
export type DropInput = z.input<typeof dropInput>;
export type DropValues = z.output<typeof dropInput>;

export const endDropInput = roomInput.extend({ coupon_id: id('优惠券') });
export type EndDropValues = z.output<typeof endDropInput>;

export const questionInput = roomInput.extend({ question_id: id('问题') });
export type QuestionValues = z.output<typeof questionInput>;

export const answerInput = questionInput.extend({ answer: publicText('回答', { min: 1, max: 300 }) });
export type AnswerValues = z.output<typeof answerInput>;

export const hideEventInput = roomInput.extend({ event_id: id('记录') });
export type HideEventValues = z.output<typeof hideEventInput>;

export const muteInput = roomInput.extend({ is_muted: flag('关闭提问') });
export type MuteValues = z.output<typeof muteInput>;

/** An empty notice takes the last one away. */
export const noticeInput = roomInput.extend({ text: publicText('公告', { max: 100 }).default('') });
export type NoticeValues = z.output<typeof noticeInput>;

export const chapterInput = roomInput.extend({ title: publicText('章节标题', { min: 1, max: 30 }) });
export type ChapterValues = z.output<typeof chapterInput>;

function second(label: string) {
  const error = `请填写${label}，如2026-11-21 19:05:30`;
  return z
    .string({ error })
    .refine((text) => findMinute(text.slice(0, 16)) !== null && /^(?::[0-5]\d)?$/.test(text.slice(16)), {
      error,
    });
}

export const cutInput = roomInput.extend({
  revision: whole('版本', 1, 1_000_000),
  is_replay: flag('展示回放'),
  /** Seconds of Shanghai. */
  from: second('开始'),
  to: second('结束'),
});
export type CutInput = z.input<typeof cutInput>;
export type CutValues = z.output<typeof cutInput>;

/** A WebVTT file for the recording. */
export const captionsInput = seenRoomInput.extend({ file: upload('请选择字幕文件（WebVTT）') });
export type CaptionsInput = z.input<typeof captionsInput>;
export type CaptionsValues = z.output<typeof captionsInput>;

/** The figures of a room. Orders are paid ones of goods added there, placed until a day after its end. */
export interface LiveFigures {
  visits: number;
  peak: number;
  /** Average seconds of a viewer. */
  seconds: number;
  likes: number;
  questions: number;
  answered: number;
  companies: number;
  pieces: number;
  orders: number;
  buyers: number;
  /** Yuan. */
  paid: string;
}
