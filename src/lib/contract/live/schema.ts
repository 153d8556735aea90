/** What viewers are told of live rooms (rules 22). Moments are ms since 1970, by the clock of the picture. */
import { z } from 'zod';
import { centerCoupon } from '../coupons.ts';
import { flagOut } from '../fields.ts';
import { goodsItem } from '../goods/calls.ts';

/**
 * now: on air. soon: announced. replay: over, with a recording. over: over, without one.
 */
export const roomFaces = ['now', 'soon', 'replay', 'over'] as const;
export type RoomFace = (typeof roomFaces)[number];

const moment = z.number();

export const liveCard = z.object({
  id: z.number().int(),
  title: z.string(),
  summary: z.string(),
  face: z.enum(roomFaces),
  /** 直播中, 预告, 回放, 已结束. */
  face_text: z.string(),
  /** A picture of its first goods; empty where the reader sees none. */
  cover: z.string(),
  /** Name of the host, whom the platform has identified. */
  host: z.string(),
  /** The real seller. */
  merchant: z.object({ id: z.number().int(), name: z.string(), full_name: z.string() }),
  /** 1: prescription medicines are shown, for approved buyers alone. */
  is_rx: flagOut,
  /** Why the reader cannot watch, and how to be admitted; empty for who can. */
  join: z.string(),
  starts_at: moment,
  /** On air since; null before it. */
  started_at: moment.nullable(),
  /** Duration of the recording, ms; 0 without one. */
  replay_ms: z.number(),
  viewers: z.number().int(),
  likes: z.number().int(),
  /** 1: the reader gets a message when it goes on air. */
  is_reminded: flagOut,
});
export type LiveCard = z.infer<typeof liveCard>;

export const liveList = z.object({
  now: z.array(liveCard),
  soon: z.array(liveCard),
  replays: z.array(liveCard),
  timestamp: z.number(),
});
export type LiveList = z.infer<typeof liveList>;

const chapter = z.object({ title: z.string(), from: moment, to: moment });

export const liveRoom = liveCard.extend({
  /** The address that a player opens; empty for who cannot watch, and where there is no picture to come. */
  playlist: z.string(),
  /** The same for the sound alone; empty where there is none. */
  sound: z.string(),
  /** Captions of a recording that come beside its playlist; empty where there are none. */
  words: z.string(),
  replay: z.object({ from: moment, to: moment, chapters: z.array(chapter) }).nullable(),
  /** The reader's own likes so far. */
  my_likes: z.number().int(),
  /** Why the reader cannot ask; empty for who can while questions are open. */
  ask_reason: z.string(),
  /** 1: the host has closed questions for now. */
  is_muted: flagOut,
  timestamp: z.number(),
});
export type LiveRoomWire = z.infer<typeof liveRoom>;

/** An item of a room. No price and no stock: those are the offers call's. */
export const liveGoods = goodsItem.extend({
  /** The host's line about it; holds no price. */
  point: z.string(),
});
export type LiveGoodsWire = z.infer<typeof liveGoods>;

export const liveGoodsList = z.object({ list: z.array(liveGoods) });
export const liveCoupons = z.object({ list: z.array(centerCoupon) });

export const liveEvent = z.object({
  id: z.number().int(),
  /** start, end, picture, pin, unpin, drop, question, answer, notice, chapter, mute (rules/live/timeline). */
  kind: z.string(),
  at: moment,
  /** 0 where it is about none. */
  goods_id: z.number().int(),
  coupon_id: z.number().int(),
  question_id: z.number().int(),
  /** Of a question its words, of an answer the answer. */
  text: z.string(),
  /** Of a question: who asks, masked. */
  name: z.string(),
});
export type LiveEventWire = z.infer<typeof liveEvent>;

export const liveTimeline = z.object({
  /** New ones behind the asked place, in no order; the same may come again. */
  events: z.array(liveEvent),
  /** Ids of events that were taken back. */
  withdrawn: z.array(z.number().int()),
  /** The place to ask from next. */
  after: z.string(),
  /** 1: the answer begins anew, and what the reader holds is to be forgotten. */
  is_whole: flagOut,
  face: z.enum(roomFaces),
  is_muted: flagOut,
  viewers: z.number().int(),
  likes: z.number().int(),
  timestamp: z.number(),
});
export type LiveTimeline = z.infer<typeof liveTimeline>;

export const liveQuestion = z.object({
  id: z.number().int(),
  client_id: z.string(),
  text: z.string(),
  answer: z.string(),
  /** 待回答, 已上屏, 已回答, 未采用. */
  state_text: z.string(),
  at: moment,
});
export type LiveQuestionWire = z.infer<typeof liveQuestion>;
export const liveQuestions = z.object({ list: z.array(liveQuestion) });
