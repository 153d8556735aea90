/** What the job that folds bookings reads and writes (./sum-rows.ts). */
import { sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { merchantMoves } from './booking-rows.ts';
import { firstOf } from './sum-rows.ts';

/** The key of the job's only row, where bookings wait to be folded. */
export async function listFolds(db: Db, job: string, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select 1 as id where coalesce((select max(id) from booking), 0) > coalesce((select max(up_to) from account_fold), 0)
      and ${isReady(job, sql`1`, now)}`);
  return rows.map(({ id }) => id);
}

/** The number of the last booking; 0 for none. */
export async function lastBooking(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from booking`);
  return rows[0]?.id ?? 0;
}

/**
 * Transactions that write bookings now. Each takes this lock before it draws a number, and has it until its end: when
 * those of a moment are gone, no booking can come with a number below the last one of that moment.
 */
export async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ writer: string }>(sql`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'booking'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
  return rows.map(({ writer }) => writer);
}

/**
 * Folds the next `size` numbers, up to `last` at most; answers how many, null where nothing is left. Two at once wait
 * for each other.
 */
export async function foldNext(tx: Tx, last: number, size: number): Promise<number | null> {
  await tx.execute(sql`insert into account_fold (id, up_to) values (1, 0) on conflict do nothing`);
  const { rows } = await tx.execute<{ done: number }>(sql`select up_to as done from account_fold for update`);
  const done = rows[0]?.done ?? 0;
  if (done >= last) return null;
  const to = Math.min(last, done + size);
  await tx.execute(sql`
    insert into account_sum (merchant_id, span, first, cause, amount)
    select v.owner::int, s.span, ${firstOf(sql`s.span`, sql`v.at`)}, v.cause, sum(v.amount)
    from ${merchantMoves(null)} v cross join (values ('day'), ('month')) s (span)
    where v.id > ${done} and v.id <= ${to} group by 1, 2, 3, 4
    on conflict (merchant_id, span, first, cause) do update set amount = account_sum.amount + excluded.amount`);
  await tx.execute(sql`update account_fold set up_to = ${to}`);
  return to - done;
}
