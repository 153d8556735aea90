/** The wallet's balance and its ledger (rules 15, rules 4). */

import { z } from 'zod';
import { pointsUses } from '#lib/rules/points/points.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { get } from '../call.ts';
import { reads, unset } from '../decode.ts';
import { emptyInput, flagOut, money, page, pageSize } from '../fields.ts';
import { ownMoney } from '../prices.ts';
import { topUpCalls } from './top-up.ts';

export const moneyOutput = z.object({
  balance: ownMoney(money),
  points: z.number(),
  /** Promised by completed orders, credited after the after-sale window. */
  promised: ownMoney(money),
});
export type MoneyOutput = z.infer<typeof moneyOutput>;

const time = reads(
  z
    .string({ error: '时间不正确' })
    .regex(/^(\d{10}|\d{13}|\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?)$/, {
      error: '时间须为日期，例如2026-01-31',
    })
    .optional(),
  (value) => (typeof value === 'number' ? String(value) : value === '' || value === null ? undefined : value),
);

/** Kinds of entries, as the ledger names them. */
export const moneyUses = {
  top_up: '充值',
  pay: '订单支付',
  refund: '退款',
  rebate: '返利',
  cashback: '满额返现',
  adjust: '调整',
  mall: '积分商城',
} as const;
export type MoneyUse = keyof typeof moneyUses;

const span = { start_time: time, end_time: time, endtime: time };

/** Changes of points, by kind and days. */
export const pointsLogInput = z.object({
  page: page(),
  size: pageSize(20),
  use_type: unset(z.enum(keysOf(pointsUses), { error: '收支类型不正确' }).optional()),
  ...span,
});
export type PointsLogValues = z.infer<typeof pointsLogInput>;

export const pointsLog = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      use_type: z.string(),
      use_type_text: z.string(),
      /** Signed: what left is negative. */
      number: z.number().int(),
      /** Points after it. */
      points: z.number().int(),
      /** Change of the debt. */
      owed: z.number().int(),
      note: z.string(),
      /** The order that it came from; empty for another cause. */
      order_no: z.string(),
      /** The order of the points mall that it paid, or came back from; empty for another cause. */
      points_order_no: z.string(),
      /** What is left of what it brought, and the last day of that; null and empty where it brought nothing. */
      left: z.number().int().nullable(),
      last_day: z.string(),
      created_at: z.string(),
    }),
  ),
  total: z.number().int(),
  /** Points that may be spent now. */
  usable: z.number().int(),
  /** Points of refunded orders that were spent already: the next ones meet it. */
  debt: z.number().int(),
  /** What is there by its last day, the earliest first; `is_soon`: within 60 days. */
  ends: z.array(z.object({ last_day: z.string(), points: z.number().int(), is_soon: flagOut })),
});
export type PointsLog = z.infer<typeof pointsLog>;

/** The end of the span is taken under both names (rules 4). */
export const moneyLogInput = z.object({
  page: page(),
  size: pageSize(20),
  use_type: unset(z.enum(keysOf(moneyUses), { error: '收支类型不正确' }).optional()),
  ...span,
});
export type MoneyLogValues = z.infer<typeof moneyLogInput>;

export const moneyLog = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      use_type: z.string(),
      use_type_text: z.string(),
      /** Signed: what left is negative. */
      amount: ownMoney(money),
      balance: ownMoney(money),
      note: z.string(),
      created_at: z.string(),
    }),
  ),
  total: z.number().int(),
});
export type MoneyLog = z.infer<typeof moneyLog>;

export const walletCalls = {
  ...topUpCalls,
  money: get('/api/user/user-money', { who: 'buyer', may: 'wallet', input: emptyInput, output: moneyOutput }),
  pointsLog: get('/api/points/log', {
    who: 'buyer',
    may: 'wallet',
    input: pointsLogInput,
    output: pointsLog,
  }),
  moneyLog: get('/api/user/user-money/log', {
    who: 'buyer',
    may: 'wallet',
    input: moneyLogInput,
    output: moneyLog,
  }),
};
