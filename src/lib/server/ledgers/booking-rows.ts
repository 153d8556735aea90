/** Reads of the double-entry books; triggers write them (migrations/0000_baseline.sql). */
import { type SQL, sql } from 'drizzle-orm';
import type { AccountFigures } from '#lib/rules/orders/statements.ts';
import type { Db } from '../db/client.ts';

/** A merchant's account over a span. */
export interface MerchantMonth extends AccountFigures {
  code: string;
  name: string;
}

/** A span of time: `from` is in it, `to` is not. */
export interface Span {
  from: Date;
  to: Date;
}

/** Movements of merchants' accounts, or of one: `owner` is its id as a text, `amount` is negative for what it gives. */
export function merchantMoves(merchantId: number | null): SQL {
  const own = (owner: SQL) => (merchantId === null ? sql`` : sql`and ${owner} = ${String(merchantId)}`);
  return sql`(
    select id, cause, ref, at, to_owner as owner, amount from booking where to_account = 'merchant' ${own(sql`to_owner`)}
    union all
    select id, cause, ref, at, from_owner, -amount from booking where from_account = 'merchant' ${own(sql`from_owner`)})`;
}

/** The number of an order, or of a settlement. Over `b`. A discount has a line's number, a sale and a refund the order's. */
export const bookingNo = sql`case b.cause
  when 'discount' then (select l.order_no from order_line l where l.id = split_part(b.ref, ':', 1)::int)
  when 'settlement' then b.ref else split_part(b.ref, ':', 1) end`;

/** The same for orders alone. */
export const bookingOrder = sql`case when b.cause = 'settlement' then null else ${bookingNo} end`;

/** Texts of orders, by their numbers: the first product, and how many lines there are. */
export async function listOrderTexts(db: Db, nos: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ no: string; name: string; lines: number }>(sql`
    select order_no as no, (array_agg(snapshot ->> 'name' order by id))[1] as name, count(*)::int as lines
    from order_line where order_no = any(${sql.param([...new Set(nos)])}::text[]) group by order_no`);
  return new Map(rows.map(({ no, name, lines }) => [no, lines === 1 ? name : `${name}等${lines}行`]));
}

/**
 * The account of a merchant after each of these bookings: the balance before the first of them, and a running sum up to
 * the last.
 */
export async function listBalances(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const moves = merchantMoves(merchantId);
  const chosen = sql`any(${sql.param([...ids])}::int[])`;
  const { rows } = await db.execute<{ id: number; balance: number }>(sql`
    with page as (select at, id from booking where id = ${chosen}),
      first as (select at, id from page order by at, id limit 1),
      last as (select at, id from page order by at desc, id desc limit 1)
    select id, balance::float8 as balance from (
      select v.id, sum(v.amount) over (order by v.at, v.id) + (
          select coalesce(sum(e.amount), 0) from ${moves} e
          where e.at <= (select at from first) and (e.at, e.id) < (select at, id from first)) as balance
      from ${moves} v
      where v.at between (select at from first) and (select at from last)
        and (v.at, v.id) >= (select at, id from first) and (v.at, v.id) <= (select at, id from last)) spanned
    where id = ${chosen}`);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** Every merchant with a booking before `to`, by its code; or one of them, by its id. */
export async function listMerchantMonths(
  db: Db,
  { from, to }: Span,
  merchantId: number | null = null,
): Promise<MerchantMonth[]> {
  const within = (cause: string) => sql`(sum(amount) filter (where at >= ${from} and cause = ${cause}))`;
  const { rows } = await db.execute<MerchantMonth & Record<string, unknown>>(sql`
    select m.code, m.short_name as name,
      coalesce(sum(amount) filter (where at < ${from}), 0)::float8 as before,
      coalesce(${within('sale')}, 0)::float8 as sold,
      coalesce(-${within('refund')}, 0)::float8 as refunded,
      coalesce(${within('discount')}, 0)::float8 as borne,
      coalesce(-${within('settlement')}, 0)::float8 as settled,
      sum(amount)::float8 as owed
    from ${merchantMoves(merchantId)} b join merchant m on m.id::text = b.owner where b.at < ${to}
    group by m.id order by m.code`);
  return rows;
}
