/** Jobs: leases, and rows that rest after a failure. */
import { and, eq, gt, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../db/client.ts';
import { jobFailure, jobLease } from '../../db/schema.ts';

/** Times of leases are the database's own: the clocks of two machines differ. */
const after = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

/**
 * Takes the lease of a free job for `ms`. Answers the time by the database's clock, by which the job decides what is
 * due; null when another process has the lease.
 */
export async function takeJob(db: Db, job: string, holder: string, ms: number): Promise<Date | null> {
  const rows = await db
    .insert(jobLease)
    .values({ job, holder, until: after(ms), begunAt: sql`now()` })
    .onConflictDoUpdate({
      target: jobLease.job,
      set: { holder, until: after(ms), begunAt: sql`now()` },
      setWhere: sql`${jobLease.until} <= now()`,
    })
    .returning({ at: jobLease.begunAt });
  return rows[0]?.at ?? null;
}

/** Renews the lease; false when another process has taken it over meanwhile. */
export async function keepJob(db: Db, job: string, holder: string, ms: number): Promise<boolean> {
  const rows = await db
    .update(jobLease)
    .set({ until: after(ms) })
    .where(and(eq(jobLease.job, job), eq(jobLease.holder, holder)))
    .returning({ job: jobLease.job });
  return rows.length > 0;
}

/** Ends the lease; `isDone` when the job ran to its end. */
export async function endJob(db: Db, job: string, holder: string, isDone: boolean): Promise<void> {
  await db
    .update(jobLease)
    .set({ until: sql`now()`, ...(isDone && { doneAt: sql`now()` }) })
    .where(and(eq(jobLease.job, job), eq(jobLease.holder, holder)));
}

/** True for a row that does not rest after a failure of the job; `key` is the job's name of it. */
export function isReady(job: string, key: AnyPgColumn | SQL, now: Date) {
  return sql`not exists (select 1 from ${jobFailure} where ${jobFailure.job} = ${job}
    and ${jobFailure.rowKey} = (${key})::text and ${jobFailure.nextAt} > ${now})`;
}

/** Those of the rows that do not rest. */
export async function listReady(db: Db, job: string, keys: readonly string[], now: Date): Promise<string[]> {
  if (keys.length === 0) return [];
  const resting = await db
    .select({ key: jobFailure.rowKey })
    .from(jobFailure)
    .where(
      and(eq(jobFailure.job, job), inArray(jobFailure.rowKey, [...keys]), sql`${jobFailure.nextAt} > ${now}`),
    );
  const names = new Set(resting.map(({ key }) => key));
  return keys.filter((key) => !names.has(key));
}

/** Number of failures of each of these rows. */
export async function listTries(db: Db, job: string, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: jobFailure.rowKey, tries: jobFailure.tries })
    .from(jobFailure)
    .where(and(eq(jobFailure.job, job), inArray(jobFailure.rowKey, [...keys])));
  return new Map(rows.map(({ key, tries }) => [key, tries]));
}

export interface Failure {
  job: string;
  rowKey: string;
  tries: number;
  nextAt: Date;
  error: string;
  at: Date;
}

/** Records a failure: the row rests until `nextAt`. */
export async function recordFailure(db: Db, { at, ...failure }: Failure): Promise<void> {
  const { tries, nextAt, error } = failure;
  await db
    .insert(jobFailure)
    .values({ ...failure, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [jobFailure.job, jobFailure.rowKey],
      set: {
        tries,
        nextAt,
        error,
        lastAt: at,
        // A row that was put away counts again when it fails in another way.
        putAwayAt: sql`case when ${jobFailure.error} = excluded.error then ${jobFailure.putAwayAt} end`,
        putAwayBy: sql`case when ${jobFailure.error} = excluded.error then ${jobFailure.putAwayBy} end`,
        putAwayWord: sql`case when ${jobFailure.error} = excluded.error then ${jobFailure.putAwayWord} else '' end`,
      },
    });
}

/** The row was done after all. */
export async function forgetFailure(db: Db | Tx, job: string, rowKey: string): Promise<void> {
  await db.delete(jobFailure).where(and(eq(jobFailure.job, job), eq(jobFailure.rowKey, rowKey)));
}

/** Makes a resting row due now. */
export async function hurryFailure(tx: Tx, job: string, rowKey: string, now: Date): Promise<void> {
  await tx
    .update(jobFailure)
    .set({ nextAt: now })
    .where(and(eq(jobFailure.job, job), eq(jobFailure.rowKey, rowKey), gt(jobFailure.nextAt, now)));
}

/**
 * Rows that failed `tries` times and more, were not put away, and were tried after `since`: older ones are no longer
 * due.
 */
export function listFailures(db: Db, tries: number, since: Date) {
  return db
    .select()
    .from(jobFailure)
    .where(and(gte(jobFailure.tries, tries), gte(jobFailure.lastAt, since), isNull(jobFailure.putAwayAt)))
    .orderBy(jobFailure.firstAt);
}

/** Makes every resting row due now; answers the job of each. */
export async function retryFailures(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.update(jobFailure).set({ nextAt: now }).returning({ job: jobFailure.job });
  return rows.map(({ job }) => job);
}

/** Seconds since each job last ran to its end, by the database's clock; null for never. */
export function listJobAges(db: Db) {
  return db
    .select({
      job: jobLease.job,
      seconds: sql<number>`extract(epoch from now() - coalesce(${jobLease.doneAt}, ${jobLease.begunAt}))::float8`,
    })
    .from(jobLease);
}
