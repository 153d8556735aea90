/** Differences of bills at the platform's desk. */
import { sql } from 'drizzle-orm';
import { bills } from '#lib/contract/desk/lists/bills.ts';
import { billProblems } from '#lib/rules/orders/bill.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';

export const billListRows = listRows(bills, {
  source: () => ({
    from: sql`bill_difference d`,
    key: sql`d.id`,
    columns: {
      no: sql`d.no`,
      provider: sql`d.house`,
      kind: sql`d.kind`,
      day: sql`d.day`,
      problem: sql`d.problem`,
      ours: sql`d.ours`,
      theirs: sql`d.theirs`,
      provider_no: sql`d.provider_no`,
      found_at: sql`d.found_at`,
      settled_at: sql`d.settled_at`,
      // What is equal again at the next comparison settles by itself.
      settled_by: sql`case when d.settled_at is not null then coalesce(d.settled_by, '系统') end`,
      note: sql`d.note`,
      is_open: sql`d.settled_at is null`,
    },
    filters: {
      keyword: (text) => sql`(${contains(sql`d.no`, text)} or ${contains(sql`d.provider_no`, text)})`,
      state: (state) => (state === 'open' ? sql`d.settled_at is null` : sql`d.settled_at is not null`),
    },
  }),
  finish: ({ problem: key }) => {
    const problem = String(key);
    return { todo: isKeyOf(billProblems, problem) ? billProblems[problem].todo : '' };
  },
});
