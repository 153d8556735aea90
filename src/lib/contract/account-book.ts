/** A merchant's sales and the amount owed to it, entry by entry. */

import { z } from 'zod';
import { merchantCauses } from '../rules/money/bookings.ts';
import { keysOf } from '../rules/terms/keys.ts';
import { get } from './call.ts';
import { deskPage, freeDay, freeText, listOf, money } from './fields.ts';
import { ownMoney } from './prices.ts';

export const accountBookInput = z
  .object({
    /** Days of Shanghai, both in the span; empty are the first of this month and today. */
    from: freeDay('开始日期'),
    to: freeDay('结束日期'),
    cause: z.enum(['all', ...keysOf(merchantCauses)], { error: '请选择事项' }).default('all'),
    /** Part of an order's number. */
    no: freeText('单号', 40),
    ...deskPage(),
  })
  .refine(({ from, to }) => from === '' || to === '' || from <= to, {
    path: ['to'],
    error: '结束日期不能早于开始日期',
  });
export type AccountBookValues = z.output<typeof accountBookInput>;

const sum = ownMoney(money);

export const accountEntry = z.object({
  id: z.number(),
  /** ISO. */
  at: z.string(),
  cause_text: z.string(),
  /** The order; of a settlement its own number. */
  no: z.string(),
  /** The order that the entry is about; empty where it is about none. */
  order_no: z.string(),
  /** Yuan; below zero what is owed grows less. */
  amount: sum,
});
export type AccountEntryWire = z.infer<typeof accountEntry>;

export const accountBook = listOf(accountEntry).extend({
  /** For the whole period, independent of the search: `before` and the four others make `owed`. */
  sums: z.object({
    from: z.string(),
    to: z.string(),
    before: sum,
    sold: sum,
    refunded: sum,
    borne: sum,
    settled: sum,
    owed: sum,
  }),
});
export type AccountBook = z.infer<typeof accountBook>;

/** A merchant's own account, at its desk. */
export const accountBookCalls = {
  accountBook: get('/api/desk/account-book', {
    who: 'merchant',
    may: 'books',
    input: accountBookInput,
    output: accountBook,
  }),
};
