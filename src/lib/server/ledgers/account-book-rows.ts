/** A merchant's own bookings of some days of Shanghai, with their sums and the balance before them (rules 4 and 5). */
import { sql } from 'drizzle-orm';
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { dayKey, findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listRows } from '../db/list-source.ts';
import { listMerchantMonths } from './booking-rows.ts';

export const accountBookRows = listRows(accountBook, {
  isGrowOnly: true,
  fill: ({ from, to, ...values }, now) => {
    const today = dayKey(now.getTime());
    return { ...values, from: from || `${today.slice(0, 8)}01`, to: to || today };
  },
  source: ({ merchantId }) => {
    const owner = String(must(merchantId, 'the merchant of its account book'));
    const comes = sql`b.to_account = 'merchant' and b.to_owner = ${owner}`;
    return {
      from: sql`booking b`,
      key: sql`b.id`,
      bound: sql`((${comes}) or (b.from_account = 'merchant' and b.from_owner = ${owner}))`,
      columns: {
        no: about,
        at: sql`b.at`,
        cause: sql`b.cause`,
        amount: sql`case when ${comes} then b.amount else -b.amount end`,
        order_no: sql`case when b.cause = 'settlement' then null else ${about} end`,
      },
    };
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

/** A discount has a line's number; a sale and a refund have the order's, a settlement its own. */
const about = sql`case b.cause
  when 'discount' then (select l.order_no from order_line l where l.id = split_part(b.ref, ':', 1)::int)
  when 'settlement' then b.ref else split_part(b.ref, ':', 1) end`;
