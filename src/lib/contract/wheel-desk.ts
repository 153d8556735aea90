/** Lucky wheels at the platform's desk: drafts with their prizes, opening, and chances that are given by hand (rules 6). */

import { z } from 'zod';
import { findMinute } from '../rules/terms/activity-time.ts';
import { keysOf } from '../rules/terms/keys.ts';
import { prizeKinds } from '../rules/wheel/prizes.ts';
import { maxDeskChances, maxPrizePoints, maxPrizes, maxTickets, wheelStates } from '../rules/wheel/wheel.ts';
import { get, post } from './call.ts';
import { flagOut, id, money, text, typed, upTo, whole, yuan } from './fields.ts';
import { openMoney } from './prices.ts';
import { wheelOutput } from './wheel.ts';

const most = 1_000_000;

/** A minute of Shanghai: 2026-11-21 09:05. */
function minute(label: string) {
  const error = `请填写${label}，如2026-11-21 09:05`;
  return z.string({ error }).refine((typedText) => findMinute(typedText) !== null, { error });
}

const count = (label: string, max = most) => typed(whole(label, 0, max)).default(0);

const prizeInput = z.object({
  /** 0 for a new one. */
  id: typed(id('奖品', 0)).default(0),
  kind: z.enum(prizeKinds, { error: '请选择奖品种类' }),
  name: text('奖品名称', { min: 1, max: 30 }),
  remarks: text('奖品说明', { max: 100 }).default(''),
  count: typed(whole('奖品数量', 1, maxTickets)),
  /** What one is worth, in yuan. */
  cost: yuan('奖品价值').default('0'),
  /** Of the kinds that have them; 0 and 0.00 for the others. */
  points: count('积分', maxPrizePoints),
  value: yuan('面额').default('0'),
  threshold: yuan('使用门槛').default('0'),
  days: count('有效天数', 3_660),
  goods_id: typed(id('实物', 0)).default(0),
});
export type PrizeInput = z.output<typeof prizeInput>;

export const saveWheelInput = z.object({
  /** 0 for a new one. */
  id: id('活动', 0),
  /** Made by the form: sent twice, it makes one wheel. */
  token: text('提交标识', { min: 8, max: 60 }),
  /** The revision that the person saw; 0 for a new one. */
  revision: whole('版本', 0, most),
  name: text('活动名称', { min: 2, max: 40 }),
  remarks: text('活动规则', { min: 1, max: 4_000 }),
  start_time: minute('开始时间'),
  end_time: minute('结束时间'),
  per_sign: count('签到次数', 100),
  per_order: count('每单次数', 100),
  /** 0 for none. */
  per_amount: yuan('每满金额').default('0'),
  chance_points: count('每次积分'),
  points_daily: count('每天次数', 1_000),
  prizes: upTo(maxPrizes, prizeInput, { error: '请填写奖品', tooMany: `奖品最多${maxPrizes}种` }),
});
export type SaveWheelInput = z.input<typeof saveWheelInput>;
export type SaveWheelValues = z.output<typeof saveWheelInput>;

export const wheelIdInput = z.object({ id: id('活动') });
export type WheelIdValues = z.output<typeof wheelIdInput>;

export const openWheelInput = wheelIdInput.extend({
  revision: whole('版本', 1, most),
  reason: text('说明', { min: 2, max: 200 }),
});
export type OpenWheelValues = z.output<typeof openWheelInput>;

export const giveChancesInput = wheelIdInput.extend({
  company_id: typed(id('企业编号')),
  count: typed(whole('次数', 1, maxDeskChances)),
  reason: text('原因', { min: 2, max: 200 }),
  /** Made by the form: sent twice, it gives once. */
  token: text('提交标识', { min: 8, max: 60 }),
});
export type GiveChancesInput = z.input<typeof giveChancesInput>;
export type GiveChancesValues = z.output<typeof giveChancesInput>;

const deskPrize = z.object({
  id: z.number().int(),
  kind: z.enum(prizeKinds),
  name: z.string(),
  remarks: z.string(),
  count: z.number().int(),
  drawn: z.number().int(),
  cost: openMoney(money),
  points: z.number().int(),
  value: openMoney(money),
  threshold: openMoney(money),
  days: z.number().int(),
  goods_id: z.number().int(),
});
export type DeskPrize = z.infer<typeof deskPrize>;

export const deskWheel = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  state: z.enum(keysOf(wheelStates)),
  state_text: z.string(),
  name: z.string(),
  remarks: z.string(),
  /** Minutes of Shanghai. */
  start_time: z.string(),
  end_time: z.string(),
  per_sign: z.number().int(),
  per_order: z.number().int(),
  per_amount: openMoney(money),
  chance_points: openMoney(z.number().int()),
  points_daily: z.number().int(),
  prizes: z.array(deskPrize),
  /** What keeps a draft from being opened; empty where nothing does. */
  problem: z.string(),
  /** Who has asked for the opening, which waits for a second person; empty: nobody. */
  asked_by: z.string(),
  /** Chances given and used, and companies that have them. */
  chances: z.number().int(),
  used: z.number().int(),
  companies: z.number().int(),
  /** 1: it can be closed now, which publishes its seed. */
  is_closable: flagOut,
  /** As a buyer sees it. */
  seen: wheelOutput,
});
export type DeskWheel = z.infer<typeof deskWheel>;

/** What its form begins with. */
export type DeskWheelDraft = Pick<
  DeskWheel,
  | 'id'
  | 'revision'
  | 'name'
  | 'remarks'
  | 'start_time'
  | 'end_time'
  | 'per_sign'
  | 'per_order'
  | 'per_amount'
  | 'chance_points'
  | 'points_daily'
  | 'prizes'
>;

const desk = { who: 'platform', may: 'play' } as const;

export const wheelDeskCalls = {
  deskWheel: get('/api/desk/wheels/{id}', { ...desk, input: wheelIdInput, output: deskWheel }),
  saveWheel: post('/api/desk/wheels', {
    ...desk,
    sure: true,
    second: ['wheel_open'],
    input: saveWheelInput,
    output: deskWheel,
  }),
  openWheel: post('/api/desk/wheels/{id}/open', {
    ...desk,
    sure: true,
    second: ['wheel_open'],
    input: openWheelInput,
    output: deskWheel,
  }),
  giveChances: post('/api/desk/wheels/{id}/chances', {
    ...desk,
    sure: true,
    input: giveChancesInput,
    output: deskWheel,
  }),
};
