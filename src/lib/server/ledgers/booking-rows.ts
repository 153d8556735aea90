/** Reads of the double-entry books; triggers write them (migrations/0000_baseline.sql). */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/**
 * Movements of merchants' accounts, or of one: `owner` is its id as a text, `amount` is negative for what it gives. The
 * index `booking_merchant` has them by time: no booking goes from one merchant to another. `bookings` are some of them.
 */
export function merchantMoves(merchantId: number | null, bookings = sql`booking`): SQL {
  const owner = sql`case when to_account = 'merchant' then to_owner else from_owner end`;
  return sql`(
    select id, cause, ref, at, ${owner} as owner, case when to_account = 'merchant' then amount else -amount end as amount
    from ${bookings} where (to_account = 'merchant' or from_account = 'merchant')
      ${merchantId === null ? sql`` : sql`and (${owner}) = ${String(merchantId)}`})`;
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
