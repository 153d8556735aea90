/**
 * Sums of merchants' accounts by days and months. Bookings are folded into `account_sum` in the order of their numbers,
 * whenever they happened: one that comes late for its day has a number that is not folded yet.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { sumSpans } from '#lib/rules/money/bookings.ts';
import type { AccountFigures } from '#lib/rules/orders/statements.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '../db/client.ts';
import { merchantMoves } from './booking-rows.ts';

/** The first day of the span of Shanghai's calendar that a moment is in. */
export const firstOf = (span: SQL, at: SQL) =>
  sql`date_trunc(${span}, ${at} at time zone 'Asia/Shanghai')::date`;

/**
 * Movements of merchants' accounts, or of one: rows of `merchant_id`, `first` (the first day of the span), `cause` and
 * `amount`, several of one span. Those that are not folded yet are read from the books, in the same snapshot.
 */
export function merchantSums(span: (typeof sumSpans)[number], merchantId: number | null): SQL {
  const own = merchantId === null ? sql`` : sql`and s.merchant_id = ${merchantId}`;
  // By their numbers alone: `offset 0` and the upper bound keep the planner from going through the merchant's movements.
  const late = sql`(select coalesce(max(up_to), 0) as up_to from account_fold) f cross join lateral
    (select * from booking where id > f.up_to and id <= 2147483647 offset 0) late`;
  return sql`(
    select s.merchant_id, s.first, s.cause, s.amount from account_sum s where s.span = ${span} ${own}
    union all
    select v.owner::int, ${firstOf(sql.raw(`'${span}'`), sql`v.at`)}, v.cause, v.amount
    from ${merchantMoves(merchantId, late)} v)`;
}

/** A merchant's account over a span. */
export interface MerchantMonth extends AccountFigures {
  code: string;
  name: string;
}

/** A span of time: `from` is in it, `to` is not. */
interface Span {
  from: Date;
  to: Date;
}

/**
 * The account of a merchant after each of these bookings: what the days before had summed up to, and a running sum of the
 * day itself.
 */
export async function listBalances(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const chosen = sql`any(${sql.param([...ids])}::int[])`;
  const moment = (day: SQL) => sql`(${day})::timestamp at time zone 'Asia/Shanghai'`;
  const { rows } = await db.execute<{ id: number; balance: number }>(sql`
    with page as (select distinct ${firstOf(sql`'day'`, sql`at`)} as day from booking where id = ${chosen}),
      days as (select first as day, sum(amount) as moved from ${merchantSums('day', merchantId)} s group by 1),
      carried as (select day, sum(moved) over (order by day) - moved as before from days)
    select v.id, v.balance::float8 as balance from page join carried c on c.day = page.day cross join lateral (
      select m.id, c.before + sum(m.amount) over (order by m.at, m.id) as balance from ${merchantMoves(merchantId)} m
      where m.at >= ${moment(sql`page.day`)} and m.at < ${moment(sql`page.day + 1`)}) v
    where v.id = ${chosen}`);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** Every merchant with a booking before `to`, by its code; or one of them, by its id. Both moments begin a day. */
export async function listMerchantMonths(
  db: Db,
  { from, to }: Span,
  merchantId: number | null = null,
): Promise<MerchantMonth[]> {
  const [first, end] = [dayKey(from.getTime()), dayKey(to.getTime())];
  const span = [first, end].every((day) => day.endsWith('-01')) ? 'month' : 'day';
  const within = (cause: string) =>
    sql`(sum(s.amount) filter (where s.first >= ${first} and s.cause = ${cause}))`;
  const { rows } = await db.execute<MerchantMonth & Record<string, unknown>>(sql`
    select m.code, m.short_name as name,
      coalesce(sum(s.amount) filter (where s.first < ${first}), 0)::float8 as before,
      coalesce(${within('sale')}, 0)::float8 as sold,
      coalesce(-${within('refund')}, 0)::float8 as refunded,
      coalesce(${within('discount')}, 0)::float8 as borne,
      coalesce(-${within('settlement')}, 0)::float8 as settled,
      sum(s.amount)::float8 as owed
    from ${merchantSums(span, merchantId)} s join merchant m on m.id = s.merchant_id where s.first < ${end}
    group by m.id order by m.code`);
  return rows;
}

/** What a merchant is owed, fen; negative where it owes. */
export function owedTo(merchantId: number): SQL {
  return sql`(select coalesce(sum(s.amount), 0) from ${merchantSums('month', merchantId)} s)`;
}
