/** Sets of changes at the desks: a merchant's people see their own. */
import { sql } from 'drizzle-orm';
import { changeList } from '#lib/contract/desk/lists/changes.ts';
import { subjectsFor } from '#lib/rules/companies/change-readers.ts';
import { listRows } from '../db/list-source.ts';

export const changeListRows = listRows(changeList, {
  source: ({ merchantId, role }) => ({
    from: sql`change_set s join merchant m on m.id = s.merchant_id`,
    shown: sql`left join lateral (
      select count(*)::int as rows, (count(*) filter (where r.state = 'done'))::int as done
      from change_row r where r.set_id = s.id) n on true`,
    key: sql`s.id`,
    bound: sql`s.subject = any(${sql.param(subjectsFor(merchantId === null ? 'platform' : 'merchant', role))}::text[])
      and ${merchantId === null ? sql`true` : sql`s.merchant_id = ${merchantId}`}`,
    columns: {
      title: sql`'第' || s.id || '号'`,
      set_id: sql`s.id`,
      merchant: sql`m.short_name`,
      subject: sql`s.subject`,
      source: sql`s.source`,
      state: sql`s.state`,
      rows: sql`n.rows`,
      done: sql`n.done`,
      made_by: sql`s.made_by`,
      created_at: sql`s.created_at`,
      reason: sql`s.reason`,
    },
  }),
});
