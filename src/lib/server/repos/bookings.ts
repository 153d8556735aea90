/** The double-entry books as they are read; triggers write them (migrations/0042_bookings.sql). */
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** A merchant's account over a span, fen: `before` and what the span brought make `owed`. */
export interface MerchantMonth {
  code: string;
  name: string;
  /** Owed when the span begins. */
  before: number;
  /** What orders that were paid in it came to. */
  sold: number;
  /** What of orders went back in it. */
  refunded: number;
  /** What the platform bears of that, less of what went back. */
  borne: number;
  /** Paid to the merchant in it. */
  settled: number;
  owed: number;
}

/** Every merchant that anything was ever booked for before `to`, by its code; `from` is in the span, `to` is not. */
export async function listMerchantMonths(
  db: Db,
  { from, to }: { from: Date; to: Date },
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
    from (
      select to_owner as owner, cause, amount, at from booking where to_account = 'merchant' and at < ${to}
      union all select from_owner, cause, -amount, at from booking where from_account = 'merchant' and at < ${to}) b
    join merchant m on m.id::text = b.owner
    group by m.id order by m.code`);
  return rows;
}
