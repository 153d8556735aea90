/**
 * SQL of items for 经营数据 (rules 4). Lines of a day are folded into a row for each item after the day (`goods_day`), as
 * those of a year take seconds; days that are not folded yet are read from the lines themselves.
 */
import { type SQL, sql } from 'drizzle-orm';
import { dayKey, findDay } from '#lib/rules/terms/activity-time.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { isOffered } from '../db/shelf.ts';
import { type Asked, boundsOf, paidIn } from './order-rows.ts';

const day = 86_400_000;

/**
 * Columns of a folded row, over the lines `l` of the orders `o`: an order may have several of one item. Gifts are not sold.
 */
const folded = sql`count(distinct o.no)::int as orders, sum(l.quantity)::int as pieces, sum(l.paid) as paid,
  sum(l.refunded_amount) as refunded`;
const linesOf = sql`"order" o join order_line l on l.order_no = o.no and l.kind <> 'gift'`;

/** Runs of whole days from one moment to another that are not folded. */
async function openRuns(db: Db, first: Date, end: Date): Promise<{ from: EpochMs; to: EpochMs }[]> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select day::text as day from folded_day where day >= ${dayKey(first.getTime())} and day < ${dayKey(end.getTime())}`,
  );
  const done = new Set(rows.map((row) => findDay(row.day)));
  const runs: { from: EpochMs; to: EpochMs }[] = [];
  for (let at = first.getTime(); at < end.getTime(); at += day) {
    if (done.has(at)) continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + day;
    else runs.push({ from: at, to: at + day });
  }
  return runs;
}

/** Rows of `day`, `goods_id` and sums: folded ones and, for open days, those of the lines. */
async function soldRows(db: Db, within: number | null, first: Date, end: Date): Promise<SQL> {
  const own = within === null ? sql`` : sql`and d.merchant_id = ${within}`;
  const runs = await openRuns(db, first, end);
  const parts = [
    sql`select d.day, d.goods_id, d.orders, d.pieces, d.paid, d.refunded from goods_day d
      where d.day >= ${dayKey(first.getTime())} and d.day < ${dayKey(end.getTime())} ${own}`,
    ...runs.map(
      ({ from, to }) => sql`
      select (o.paid_at at time zone 'Asia/Shanghai')::date, l.goods_id, ${folded} from ${linesOf}
      where ${paidIn(within, new Date(from), new Date(to))} group by 1, 2`,
    ),
  ];
  return sql`(${sql.join(parts, sql` union all `)})`;
}

export interface GoodsSold {
  isNow: boolean;
  goodsId: number;
  pieces: number;
  orders: number;
  /** What its lines paid, and what of it was refunded until they were folded; fen. */
  paid: number;
  refunded: number;
}

/** Items sold in either span. */
export async function listGoodsSold(db: Db, asked: Asked): Promise<GoodsSold[]> {
  const { first, end } = boundsOf(asked);
  const sold = await soldRows(db, asked.within, first, end);
  const { rows } = await db.execute<GoodsSold & Record<string, unknown>>(sql`
    select s.day >= ${dayKey(asked.from)}::date as "isNow", s.goods_id as "goodsId", sum(s.pieces)::float8 as pieces,
      sum(s.orders)::int as orders, sum(s.paid)::float8 as paid, sum(s.refunded)::float8 as refunded
    from ${sold} s group by 1, 2`);
  return rows;
}

export interface Shelf {
  /** Items that buyers may buy now. */
  items: number;
  /** Of these, items in stock that were added before `unsoldSince` and that nobody paid for since. */
  unsold: number;
  /** Their stock × 会员价, fen. */
  value: number;
}

/** The shelf of a merchant, or of all for null. `unsoldSince` is the start of a day. */
export async function readShelf(db: Db, within: number | null, unsoldSince: Date, now: Date): Promise<Shelf> {
  const own = within === null ? sql`` : sql`and g.merchant_id = ${within}`;
  const sold = await soldRows(db, within, unsoldSince, new Date((findDay(dayKey(now.getTime())) ?? 0) + day));
  const { rows } = await db.execute<Shelf & Record<string, unknown>>(sql`
    with sold as materialized (select distinct s.goods_id from ${sold} s)
    select count(*)::int as items, coalesce(sum(g.stock::bigint * g.member_price), 0)::float8 as value,
      count(*) filter (where g.stock > 0 and g.created_at < ${unsoldSince}
        and g.id not in (select goods_id from sold))::int as unsold
    from goods g where ${isOffered(now, 'g')} ${own}`);
  return rows[0] ?? { items: 0, unsold: 0, value: 0 };
}

interface GoodsName {
  name: string;
  spec: string;
  maker: string;
  merchant: string;
}

/** Names of items. */
export async function listGoodsNames(db: Db, ids: readonly number[]): Promise<Map<number, GoodsName>> {
  const { rows } = await db.execute<{ id: number } & GoodsName & Record<string, unknown>>(sql`
    select g.id, p.name, p.spec, p.maker, m.short_name as merchant
    from goods g join product p on p.id = g.product_id join merchant m on m.id = g.merchant_id
    where g.id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Days for which late payments and refunds are looked for anew each night. */
const freshDays = 7;

/**
 * Days that are over and to be folded: never folded, marked with the epoch by a migration that wants them anew, folded
 * before today and not a week old, or with a refund since. The first days first. A refund's moment is the begin of its
 * transaction, which may end after a fold: an hour is looked at twice.
 */
export async function listDaysToFold(db: Db, now: Date): Promise<string[]> {
  const today = dayKey(now.getTime());
  const { rows } = await db.execute<{ day: string }>(sql`
    with past as (
      select generate_series((min(paid_at) at time zone 'Asia/Shanghai')::date, ${today}::date - 1, interval '1 day')::date as day
      from "order"),
    refunded as (
      select (o.paid_at at time zone 'Asia/Shanghai')::date as day, max(b.at) as at
      from booking b join "order" o on o.no = split_part(b.ref, ':', 1)
      where b.from_account = 'merchant' and b.cause = 'refund'
        and b.at >= (select max(folded_at) filter (where folded_at <> 'epoch') from folded_day) - ${freshDays} * interval '1 day'
      group by 1)
    select p.day::text as day from past p left join folded_day f on f.day = p.day left join refunded r on r.day = p.day
    where (f.day is null or f.folded_at = 'epoch' or r.at > f.folded_at - interval '1 hour'
        or (f.folded_at < ${new Date(findDay(today) ?? 0)} and p.day >= ${today}::date - ${freshDays}::int))
      and ${isReady('foldSales', sql`p.day`, now)}
    order by p.day`);
  return rows.map((row) => row.day);
}

/** Folds the lines of a day anew; answers how many rows it has. Two at once wait for each other. */
export async function foldDay(tx: Tx, of: string, now: Date): Promise<number> {
  const from = new Date(findDay(of) ?? 0);
  const to = new Date(from.getTime() + day);
  // The mark is written first: its row is the lock.
  await tx.execute(sql`insert into folded_day (day, folded_at) values (${of}, ${now})
    on conflict (day) do update set folded_at = greatest(folded_day.folded_at, excluded.folded_at)`);
  await tx.execute(sql`delete from goods_day where day = ${of}`);
  const { rowCount } = await tx.execute(sql`
    insert into goods_day (merchant_id, day, goods_id, orders, pieces, paid, refunded)
    select o.merchant_id, ${of}::date, l.goods_id, ${folded} from ${linesOf}
    where ${paidIn(null, from, to)} group by o.merchant_id, l.goods_id order by 1, 3`);
  return rowCount ?? 0;
}
