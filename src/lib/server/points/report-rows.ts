/** SQL of 积分报表 (rules 6): lots that are outstanding, and entries by month and by who pays for their points. */
import { sql } from 'drizzle-orm';
import type { PointsUse } from '#lib/rules/points/points.ts';
import type { Db } from '../db/client.ts';
import { shanghaiDayOf } from './sign-in-rows.ts';

/** Points of one payer; null is the platform. */
interface Payers {
  payer: number | null;
  points: number;
}

export interface PointsRead {
  /** YYYY-MM in Shanghai by the database's clock. */
  month: string;
  /** Points that companies owe. */
  debt: number;
  /** Points by the last day on which they may be spent. */
  ends: (Payers & { day: string })[];
  entries: (Payers & { month: string; use: PointsUse })[];
}

type Found = Payers & { part: 'now' | 'debt' | 'end' | 'entry'; key: string; use: PointsUse };

/**
 * All of it in one statement, so that lots and entries are those of one moment. An entry that moved points of lots is
 * parted by their payers; one that brought a lot has the payer of it; one from before lots is the platform's.
 */
export async function readPoints(db: Db, months: number): Promise<PointsRead> {
  const since = sql`(date_trunc('month', now() at time zone 'Asia/Shanghai') - ${months - 1}::int * interval '1 month')
    at time zone 'Asia/Shanghai'`;
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with entry as materialized (
      select id, use_type, amount, left(${shanghaiDayOf(sql`created_at`)}, 7) as month
      from points_ledger where created_at >= ${since}),
    moved as (
      select e.month, e.use_type, l.merchant_id, m.amount
      from entry e join points_move m on m.entry_id = e.id join points_lot l on l.id = m.lot_id
      union all
      select e.month, e.use_type, l.merchant_id, e.amount
      from entry e left join points_lot l on l.id = e.id
      where not exists (select 1 from points_move m where m.entry_id = e.id))
    select 'now' as part, left(${shanghaiDayOf(sql`now()`)}, 7) as key, '' as use, null::int as payer, 0::float8 as points
    union all select 'debt', '', '', null, coalesce(sum(points_debt), 0)::float8 from wallet
    union all
    select 'end', ${shanghaiDayOf(sql`(expires_at - interval '1 millisecond')`)}, '', merchant_id, sum(remaining)::float8
    from points_lot where remaining > 0 group by 2, 4
    union all
    select 'entry', month, use_type, merchant_id, sum(amount)::float8
    from moved group by 2, 3, 4 having sum(amount) <> 0
    order by part, key, payer nulls first, use`);
  const of = (part: Found['part']) => rows.filter((row) => row.part === part);
  return {
    month: of('now')[0]?.key ?? '',
    debt: of('debt')[0]?.points ?? 0,
    ends: of('end').map(({ key: day, payer, points }) => ({ day, payer, points })),
    entries: of('entry').map(({ key: month, use, payer, points }) => ({ month, use, payer, points })),
  };
}
