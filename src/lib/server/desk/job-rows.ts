/** Failed rows of jobs, for the desk. */
import { and, eq, gt, gte, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { jobFailure } from '../db/schema.ts';

type JobFailureRow = typeof jobFailure.$inferSelect;

/** A row by its job, its own key, and its number of failures when it was read. */
export interface ReadFailure {
  job: string;
  rowKey: string;
  tries: number;
}

const isOpen = isNull(jobFailure.putAwayAt);

/** Rows that need a person: failed `tries` times and not put away. Over `job_failure`. */
export function isStuck(tries: number) {
  return and(gte(jobFailure.tries, tries), isOpen);
}

export async function findFailure(
  db: Db | Tx,
  { job, rowKey }: Pick<ReadFailure, 'job' | 'rowKey'>,
): Promise<JobFailureRow | null> {
  const [row] = await db
    .select()
    .from(jobFailure)
    .where(and(eq(jobFailure.job, job), eq(jobFailure.rowKey, rowKey)));
  return row ?? null;
}

function asRead({ job, rowKey, tries }: ReadFailure) {
  return and(eq(jobFailure.job, job), eq(jobFailure.rowKey, rowKey), eq(jobFailure.tries, tries));
}

/** Makes a resting row due now; false where it does not rest or has failed again since. */
export async function endRest(tx: Tx, read: ReadFailure, now: Date): Promise<boolean> {
  const rows = await tx
    .update(jobFailure)
    .set({ nextAt: now })
    .where(and(asRead(read), gt(jobFailure.nextAt, now)))
    .returning({ job: jobFailure.job });
  return rows.length > 0;
}

/** Puts a row away; false where it was put away before, or has failed again since. */
export async function putAway(
  tx: Tx,
  read: ReadFailure,
  said: { putAwayAt: Date; putAwayBy: string; putAwayWord: string },
): Promise<boolean> {
  const rows = await tx
    .update(jobFailure)
    .set(said)
    .where(and(asRead(read), isNull(jobFailure.putAwayAt)))
    .returning({ job: jobFailure.job });
  return rows.length > 0;
}
