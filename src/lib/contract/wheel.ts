/** The lucky wheel (rules 6): what everyone sees of it, drawing, and the facts by which a draw is checked. */

import { z } from 'zod';
import { prizeKinds } from '../rules/wheel/prizes.ts';
import { seenWheelStates } from '../rules/wheel/wheel.ts';
import { ad } from './ads.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, flagOut, id, listOf, money, page, pageSize, whole } from './fields.ts';
import { openMoney } from './prices.ts';

const moment = z.iso.datetime();

/** 0, empty or left out is the wheel that is open, else the next one, else the last one. */
const anyWheel = unset(id('活动', 0).default(0));
const oneWheel = id('活动');

/** Names a press, so that its repeat answers the same prize. */
const token = z
  .string({ error: '抽奖凭证不正确' })
  .regex(/^[\w-]{16,64}$/, { error: '抽奖凭证须为16到64位字母、数字或短横' });

const buyerSeed = z
  .string({ error: '随机码不正确' })
  .regex(/^[A-Za-z0-9-]{1,64}$/, { error: '随机码须为1到64位字母、数字或短横' });

export const wheelInput = z.object({ id: anyWheel });
export type WheelValues = z.output<typeof wheelInput>;

export const playInput = z.object({
  id: oneWheel,
  token,
  /** The buyer's part of the draw. Without one it is the token. */
  buyer_seed: unset(buyerSeed.optional()),
});
export type PlayValues = z.output<typeof playInput>;

export const drawRecordInput = z.object({ id: anyWheel, page: page(), size: pageSize(20) });
export type DrawRecordValues = z.output<typeof drawRecordInput>;

export const proofInput = z.object({
  id: oneWheel,
  /** The first draw that is answered. */
  from: whole('起始序号', 1, 1_000_000).default(1),
});
export type ProofValues = z.output<typeof proofInput>;

export const buyChancesInput = z.object({ id: oneWheel, count: whole('次数', 1, 100) });
export type BuyChancesValues = z.output<typeof buyChancesInput>;

const prizeFields = {
  kind: z.enum(prizeKinds),
  name: z.string(),
  /** What is to be known of it: 满500元可用，90天内有效. */
  remarks: z.string(),
};

export const wheelPrize = z.object({
  id: z.number().int(),
  ...prizeFields,
  /** A picture of a thing; empty where there is none. */
  image: z.string(),
  /** What one is worth, in yuan. */
  worth: openMoney(money),
  /** Tickets with it, and those that are not drawn. */
  count: z.number().int(),
  left: z.number().int(),
  /** `count` of all tickets: 0.5%. */
  odds: z.string(),
  /** `left` of the tickets that are not drawn: the odds of the next draw. 0% where none is left. */
  odds_now: z.string(),
});
export type WheelPrize = z.infer<typeof wheelPrize>;

/** So many tickets in a row with one prize, from ticket 0 on (`Deck` of rules/wheel/deck.ts). */
const deckPart = z.object({ prize_id: z.number().int(), count: z.number().int() });

/** A version holds from its draw on; a later one appends tickets. */
export const wheelVersion = z.object({
  from_seq: z.number().int(),
  root: z.string(),
  tickets: z.number().int(),
  deck: z.array(deckPart),
  /** When it was made. */
  at: moment,
});
export type WheelVersion = z.infer<typeof wheelVersion>;

/** A way to more chances. `left`: how many it still brings today; null where nothing limits it. */
export const chanceWay = z.object({
  kind: z.enum(['sign_in', 'order', 'amount', 'points', 'mall', 'task']),
  /** 每天签到得1次. */
  text: z.string(),
  link: z.string(),
  left: z.number().int().nullable(),
});
export type ChanceWay = z.infer<typeof chanceWay>;

export const wheelOutput = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The rules as the platform wrote them: paragraphs, one a line. */
  remarks: z.string(),
  state: z.enum(seenWheelStates),
  /** 未开始, 进行中, 已暂停, 奖券已抽完, 已结束. */
  state_text: z.string(),
  start_time: moment,
  end_time: moment,
  /** Why nobody can draw for the time being; empty while it is not paused. */
  pause_reason: z.string(),
  /** The server's clock in milliseconds, for countdowns. */
  timestamp: z.number(),
  /** Tickets of all versions, and draws so far. */
  tickets: z.number().int(),
  drawn: z.number().int(),
  prizes: z.array(wheelPrize),
  /** The root of the deck that holds now. */
  root: z.string(),
  /** SHA-256 of the server's seed; the seed itself once it is published, empty before. */
  secret_hash: z.string(),
  secret: z.string(),
  versions: z.array(wheelVersion),
  ways: z.array(chanceWay),
  /** The caller's own; null for visitors. */
  mine: z
    .object({
      /** The company that draws: what a browser remembers of a press is its. */
      company_id: z.number().int(),
      /** Chances that are left. */
      chances: z.number().int(),
      /** Why the caller cannot draw now; empty where they can. */
      reason: z.string(),
      /** 1: the person may spend the company's points on chances. */
      may_buy: flagOut,
      /** Points of the company that can be spent on chances. */
      points: z.number().int(),
      /** Points of one chance, and how many it may still get today; 0 and 0 where none are sold. */
      chance_points: openMoney(z.number().int()),
      points_left: z.number().int(),
    })
    .nullable(),
  /** Other wheels that everyone may look at, the newest first. */
  others: z.array(z.object({ id: z.number().int(), name: z.string(), state: z.enum(seenWheelStates) })),
});
export type WheelOutput = z.infer<typeof wheelOutput>;

/** Null where there is no wheel at all. */
export const wheelAnswer = wheelOutput.nullable();

/** A draw, with all that proves that its ticket is in the deck (`Receipt` of rules/wheel/draw.ts). */
export const drawn = z.object({
  id: z.number().int(),
  wheel_id: z.number().int(),
  prize_id: z.number().int(),
  ...prizeFields,
  seq: z.number().int(),
  token: z.string(),
  buyer_seed: z.string(),
  ticket: z.number().int(),
  tickets: z.number().int(),
  root: z.string(),
  path: z.array(z.string()),
  at: moment,
  /** Where the prize is found: an address of the shop, empty without a prize. */
  link: z.string(),
  /** Chances that are left now. */
  chances: z.number().int(),
});
export type Drawn = z.infer<typeof drawn>;

/** A draw of the own company. */
export const drawRecord = z.object({
  id: z.number().int(),
  wheel_id: z.number().int(),
  wheel: z.string(),
  prize_id: z.number().int(),
  ...prizeFields,
  seq: z.number().int(),
  buyer_seed: z.string(),
  ticket: z.number().int(),
  at: moment,
  link: z.string(),
});
export type DrawRecord = z.infer<typeof drawRecord>;

/** A draw as everyone sees it: the company is masked. */
export const newRecord = z.object({
  company: z.string(),
  name: z.string(),
  kind: z.enum(prizeKinds),
  seq: z.number().int(),
  at: moment,
});
export type NewRecord = z.infer<typeof newRecord>;

/** All draws of a wheel that has closed, in their order (`Published` of rules/wheel/draw.ts). */
export const wheelProof = z.object({
  id: z.number().int(),
  name: z.string(),
  secret: z.string(),
  secret_hash: z.string(),
  versions: z.array(wheelVersion),
  prizes: z.array(z.object({ id: z.number().int(), name: z.string(), kind: z.enum(prizeKinds) })),
  total: z.number().int(),
  /** At most 5,000 from `from` on. */
  draws: z.array(
    z.object({
      seq: z.number().int(),
      buyer_seed: z.string(),
      ticket: z.number().int(),
      prize_id: z.number().int(),
    }),
  ),
  /** The first draw of the next part; null after the last. */
  next: z.number().int().nullable(),
});
export type WheelProof = z.infer<typeof wheelProof>;

/** `is_join` 0: an open wheel, a chance that is left and no draw today; else 1. `id` is 0 without an open wheel. */
export const simpleDraw = z.object({ is_join: flagOut, id: z.number().int() });
export type SimpleDraw = z.infer<typeof simpleDraw>;

export const wheelCalls = {
  draw: get('/api/draw', { who: 'all', input: wheelInput, output: wheelAnswer }),
  drawNew: get('/api/draw/new-record', { who: 'anyone', input: wheelInput, output: z.array(newRecord) }),
  drawSimple: get('/api/draw/simple', { who: 'all', input: emptyInput, output: simpleDraw }),
  drawRecord: get('/api/draw/record', { who: 'buyer', input: drawRecordInput, output: listOf(drawRecord) }),
  drawAds: get('/api/draw/ads', { who: 'anyone', input: emptyInput, output: z.array(ad) }),
  /** Draws, as the specification has it: the same token answers the same prize as `drawPlay`. */
  drawActivity: get('/api/draw/{id}/activity', {
    who: 'buyer',
    may: 'order',
    cost: 'draw',
    input: playInput,
    output: drawn,
  }),
  drawPlay: post('/api/draw/{id}/play', {
    who: 'buyer',
    may: 'order',
    cost: 'draw',
    input: playInput,
    output: drawn,
  }),
  drawChances: post('/api/draw/{id}/chances', {
    who: 'buyer',
    may: 'order',
    once: true,
    input: buyChancesInput,
    output: wheelOutput,
  }),
  /** What is needed to play a wheel again. Throws 409 before its seed is published. */
  drawProof: get('/api/draw/{id}/proof', { who: 'anyone', input: proofInput, output: wheelProof }),
};
