/** Differences between payment providers' bills and our books, at the platform's desk. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { deskPage, freeText, listOf, money, text } from './fields.ts';
import { ownMoney } from './prices.ts';

export const billsInput = z.object({
  state: z.enum(['open', 'settled'], { error: '请选择状态' }).default('open'),
  keyword: freeText('单号或流水号', 100),
  ...deskPage(),
});
export type BillsValues = z.output<typeof billsInput>;

/** Yuan; empty where that side has no entry. */
const side = z.union([ownMoney(money), z.literal('')]);

export const difference = z.object({
  id: z.number(),
  source: z.string(),
  /** In Shanghai, YYYY-MM-DD. */
  day: z.string(),
  kind: z.string(),
  problem: z.string(),
  /** What to do about it. */
  todo: z.string(),
  no: z.string(),
  provider_no: z.string(),
  ours: side,
  theirs: side,
  found_at: z.string(),
  /** Empty texts while it is open. */
  settled_at: z.string(),
  settled_by: z.string(),
  note: z.string(),
});
export type DifferenceWire = z.infer<typeof difference>;

export const billsList = listOf(difference);
export type BillsList = z.infer<typeof billsList>;

export const settleDifferenceInput = z.object({
  id: z.coerce.number({ error: '编号不正确' }).int({ error: '编号不正确' }).min(1).max(2_147_483_647),
  note: text('处理结果', { min: 2, max: 200 }),
});
export type SettleDifferenceValues = z.output<typeof settleDifferenceInput>;

/** Payment providers' bills at the platform's desk. */
export const billsCalls = {
  deskBills: get('/api/desk/bills', {
    who: 'platform',
    may: 'payments',
    input: billsInput,
    output: billsList,
  }),
  settleDifference: post('/api/desk/bills/{id}/settle', {
    who: 'platform',
    may: 'payments',
    sure: true,
    input: settleDifferenceInput,
    output: difference,
  }),
};
