/** Reads of the double-entry books; triggers write them (migrations/0000_baseline.sql). */
import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { MerchantCause } from '#lib/rules/money/bookings.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { booking } from '../db/schema.ts';

/** A merchant's account over a span, fen: `before` and the bookings of the span sum up to `owed`. */
export interface MerchantMonth {
  code: string;
  name: string;
  /** Owed when the span begins. */
  before: number;
  /** Amount of the orders that were paid in it. */
  sold: number;
  /** Amount of orders refunded in it. */
  refunded: number;
  /** The platform's share of that, less refunds. */
  borne: number;
  /** Paid to the merchant in it. */
  settled: number;
  owed: number;
}

/** A span of time: `from` is in it, `to` is not. */
export interface Span {
  from: Date;
  to: Date;
}

/** Every merchant with a booking before `to`, by its code; or one of them, by its id. */
export async function listMerchantMonths(
  db: Db,
  { from, to }: Span,
  merchantId: number | null = null,
): Promise<MerchantMonth[]> {
  const own = merchantId === null ? sql`` : sql`where m.id = ${merchantId}`;
  const within = (cause: string) => sql`(sum(amount) filter (where at >= ${from} and cause = ${cause}))`;
  const { rows } = await db.execute<MerchantMonth & Record<string, unknown>>(sql`
    select m.code, m.short_name as name,
      coalesce(sum(amount) filter (where at < ${from}), 0)::float8 as before,
      coalesce(${within('sale')}, 0)::float8 as sold,
      coalesce(-${within('refund')}, 0)::float8 as refunded,
      coalesce(${within('discount')}, 0)::float8 as borne,
      coalesce(-${within('settlement')}, 0)::float8 as settled,
      sum(amount)::float8 as owed
    from (
      select to_owner as owner, cause, amount, at from booking where to_account = 'merchant' and at < ${to}
      union all select from_owner, cause, -amount, at from booking where from_account = 'merchant' and at < ${to}) b
    join merchant m on m.id::text = b.owner ${own}
    group by m.id order by m.code`);
  return rows;
}

/** One booking of a merchant's account. */
export interface MerchantEntry {
  id: number;
  at: Date;
  cause: MerchantCause;
  /** The order; for a settlement its own number. */
  no: string;
  /** Fen; above zero the merchant is owed more. */
  amount: number;
}

/** A page of a merchant's bookings within a span, the newest first; `no` is a part of their number. */
export function findMerchantEntries(
  db: Db,
  merchantId: number,
  { from, to, cause, no }: Span & { cause: MerchantCause | null; no: string },
  asked: { page: number; size: number },
): Promise<{ rows: MerchantEntry[]; total: number }> {
  const owner = String(merchantId);
  const comes = and(eq(booking.toAccount, 'merchant'), eq(booking.toOwner, owner));
  const goes = and(eq(booking.fromAccount, 'merchant'), eq(booking.fromOwner, owner));
  // A discount has a line's number; a sale and a refund have the order's.
  const number = sql<string>`case ${booking.cause}
    when 'discount' then (select l.order_no from order_line l where l.id = split_part(${booking.ref}, ':', 1)::int)
    when 'settlement' then ${booking.ref} else split_part(${booking.ref}, ':', 1) end`;
  const found = () =>
    db
      .select({
        id: booking.id,
        at: booking.at,
        cause: sql<MerchantCause>`${booking.cause}`,
        no: number.as('about'),
        amount: sql<number>`case when ${comes} then ${booking.amount} else -${booking.amount} end`.mapWith(
          Number,
        ),
      })
      .from(booking)
      .where(
        and(
          or(comes, goes),
          gte(booking.at, from),
          lt(booking.at, to),
          cause === null ? undefined : eq(booking.cause, cause),
          no === '' ? undefined : contains(number, no),
        ),
      )
      .$dynamic();
  return countedPage(db, found, [desc(booking.at), desc(booking.id)], asked);
}
