/** Reads of the double-entry books; triggers write them (migrations/0000_baseline.sql). */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

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
