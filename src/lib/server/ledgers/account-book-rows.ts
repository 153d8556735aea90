/** A merchant's own bookings of some days of Shanghai, with their sums and the balance before them (rules 4 and 5). */
import { sql } from 'drizzle-orm';
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { merchantCauses } from '#lib/rules/money/bookings.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { textOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listRows } from '../db/list-source.ts';
import { bookingNo, bookingOrder, listOrderTexts, merchantMoves } from './booking-rows.ts';
import { listBalances, listMerchantMonths } from './sum-rows.ts';

const causeTexts = Object.fromEntries(
  Object.entries(merchantCauses).map(([cause, { text }]) => [cause, text]),
);

export const accountBookRows = listRows(accountBook, {
  isGrowOnly: true,
  fill: ({ from, to, ...values }, now) => {
    const today = dayKey(now.getTime());
    return { ...values, from: from || `${today.slice(0, 8)}01`, to: to || today };
  },
  source: ({ merchantId }) => {
    const owner = must(merchantId, 'the merchant of its account book');
    return {
      from: sql`${merchantMoves(owner)} b`,
      key: sql`b.id`,
      columns: {
        no: bookingNo,
        at: sql`b.at`,
        cause: sql`b.cause`,
        amount: sql`b.amount`,
        order_no: bookingOrder,
      },
    };
  },
  finishAll: async (db, rows, { merchantId }) => {
    const owner = must(merchantId, 'the merchant of its account book');
    const ids = rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
    const [texts, balances] = await Promise.all([
      listOrderTexts(
        db,
        rows.flatMap(({ order_no: no }) => (typeof no === 'string' ? [no] : [])),
      ),
      isByTime(rows) ? listBalances(db, owner, ids) : new Map<number, number>(),
    ]);
    return rows.map(({ id, order_no: no, cause }) => ({
      about: texts.get(String(no)) ?? textOf(causeTexts, String(cause)),
      balance: balances.get(Number(id)) ?? null,
    }));
  },
  facts: async (db, { from, to }, { merchantId }) => {
    const span = {
      from: new Date(must(findDay(from), 'the first day')),
      to: new Date(must(findDayEnd(to), 'the last day') + 1),
    };
    const none = { before: 0, sold: 0, refunded: 0, borne: 0, settled: 0, owed: 0 };
    const [month = none] = await listMerchantMonths(db, span, must(merchantId, 'the merchant'));
    const { before, sold, refunded, borne, settled, owed } = month;
    return { from, to, before, sold, refunded, borne, settled, owed };
  },
});

/** A running balance is read in the order of time, either way. */
function isByTime(rows: readonly Record<string, unknown>[]): boolean {
  const moments = rows.map(({ at }) => String(at));
  const isEach = (fits: (before: string, after: string) => boolean) =>
    moments.every((moment, nth) => nth === 0 || fits(moments[nth - 1] ?? '', moment));
  return isEach((before, after) => before <= after) || isEach((before, after) => before >= after);
}
