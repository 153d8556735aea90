/** Stops of sale, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { stops } from '#lib/contract/desk/lists/stops.ts';
import { contains } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';

/** The items that a stop is about. */
const itsGoods = sql`goods g join product p on p.id = g.product_id
  where (g.id = s.goods_id or p.approval_no = s.approval_no)`;

export const stopListRows = listRows(stops, {
  source: () => ({
    from: sql`quality_stop s`,
    key: sql`s.id`,
    columns: {
      name: sql`(select min(p.name) from ${itsGoods})`,
      approval_no: sql`s.approval_no`,
      goods_id: sql`s.goods_id`,
      goods: sql`(select count(*) from ${itsGoods})`,
      reason: sql`s.reason`,
      stopped_by: sql`s.stopped_by`,
      stopped_at: sql`s.created_at`,
      lifted_by: sql`s.lifted_by`,
      lifted_at: sql`s.lifted_at`,
      lift_reason: sql`s.lift_reason`,
      is_open: sql`s.lifted_at is null`,
    },
    filters: {
      what: (text) => {
        const byNumber = /^[1-9]\d{0,8}$/.test(text) ? sql` or s.goods_id = ${Number(text)}` : sql``;
        return sql`(${contains(sql`s.approval_no`, text)}${byNumber}
          or exists (select 1 from ${itsGoods} and ${contains(sql`p.name`, text)}))`;
      },
      view: (view) => (view === 'open' ? sql`s.lifted_at is null` : sql`s.lifted_at is not null`),
    },
  }),
});
