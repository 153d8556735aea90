/** Live rooms as viewers use them (rules 22). What the host and the platform do is in ./desk.ts. */
import { z } from 'zod';
import { messageText } from '#lib/rules/chat/text.ts';
import { get, post } from '../call.ts';
import { emptyInput, flag, flagOut, freeText, id, quantity, text, whole } from '../fields.ts';
import {
  liveCoupons,
  liveGoodsList,
  liveList,
  liveQuestion,
  liveQuestions,
  liveRoom,
  liveTimeline,
} from './schema.ts';

const room = id('直播间');
export const liveRoomInput = z.object({ id: room });

export const liveTimelineInput = z.object({
  id: room,
  /** The place that the last answer gave; empty for everything. */
  after: freeText('位置', 60),
});
export type LiveTimelineValues = z.output<typeof liveTimelineInput>;

export const askLiveInput = z.object({
  id: room,
  /** Made by the browser: the same again is answered with the same question. */
  client_id: text('提问编号', { min: 8, max: 64 }),
  text: z.string({ error: '请填写问题' }).transform(messageText),
});
export type AskLiveValues = z.output<typeof askLiveInput>;

export const likeLiveInput = z.object({
  id: room,
  /** Likes of the reader in this room so far: sent twice, they count once. */
  likes: whole('点赞数', 1, 1_000_000),
});
export type LikeLiveValues = z.output<typeof likeLiveInput>;

export const remindLiveInput = z.object({ id: room, is_on: flag('提醒') });
export type RemindLiveValues = z.output<typeof remindLiveInput>;

export const beatLiveInput = z.object({
  id: room,
  /** A random number of the browser's, which tells visitors apart. A person counts once, whatever the browser. */
  visitor: z
    .string({ error: '访客编号不正确' })
    .regex(/^[\w-]{16,40}$/, { error: '访客编号须为16到40位字母、数字或短横' }),
});
export type BeatLiveValues = z.output<typeof beatLiveInput>;

export const addedLiveInput = z.object({ id: room, goods_id: id('商品'), number: quantity() });
export type AddedLiveValues = z.output<typeof addedLiveInput>;

/** Every role: each person's own question, mark or count. */
const own = { who: 'buyer', may: 'read' } as const;

export const liveCalls = {
  liveList: get('/api/live', { who: 'all', input: emptyInput, output: liveList }),
  liveRoom: get('/api/live/{id}', { who: 'all', input: liveRoomInput, output: liveRoom }),
  /** 403 for who has to join first. */
  liveRoomGoods: get('/api/live/{id}/goods', { who: 'all', input: liveRoomInput, output: liveGoodsList }),
  liveRoomCoupons: get('/api/live/{id}/coupons', { who: 'all', input: liveRoomInput, output: liveCoupons }),
  /** Asked every few seconds by every viewer: answered from memory. */
  liveTimeline: get('/api/live/{id}/timeline', {
    who: 'all',
    input: liveTimelineInput,
    output: liveTimeline,
  }),
  /** The reader's company's own questions, the newest first. */
  liveQuestions: get('/api/live/{id}/questions', {
    who: 'buyer',
    input: liveRoomInput,
    output: liveQuestions,
  }),
  askLive: post('/api/live/{id}/ask', {
    who: 'buyer',
    may: 'messages',
    input: askLiveInput,
    output: liveQuestion,
  }),
  likeLive: post('/api/live/{id}/like', {
    ...own,
    input: likeLiveInput,
    output: z.object({ likes: z.number().int(), mine: z.number().int() }),
  }),
  remindLive: post('/api/live/{id}/remind', {
    ...own,
    input: remindLiveInput,
    output: z.object({ is_on: flagOut }),
  }),
  /** The reader is there: repeated while the room is open. Only while it is on air. */
  beatLive: post('/api/live/{id}/beat', {
    who: 'all',
    input: beatLiveInput,
    output: z.object({ viewers: z.number().int() }),
  }),
  /** Goods of the room were put into the cart, for its figures: once for each company and item. */
  addedLive: post('/api/live/{id}/added', {
    who: 'buyer',
    may: 'order',
    input: addedLiveInput,
    output: z.null(),
  }),
};
