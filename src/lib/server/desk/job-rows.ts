/** Failed rows of jobs, for the desk. */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import { jobFailure } from '../db/schema.ts';

export type JobFailureRow = typeof jobFailure.$inferSelect;

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

const states = {
  stuck: isStuck,
  resting: (tries: number) => and(lt(jobFailure.tries, tries), isOpen),
  put_away: () => isNotNull(jobFailure.putAwayAt),
  all: () => undefined,
};

/** A page of them, the first to fail first; `jobs` are those whose name contains the search word. */
export function findFailures(
  db: Db,
  {
    state,
    tries,
    word,
    jobs,
  }: {
    state: keyof typeof states;
    /** Number of failures from which a person is needed. */
    tries: number;
    word: string;
    jobs: readonly string[];
  },
  asked: { page: number; size: number },
): Promise<{ rows: JobFailureRow[]; total: number }> {
  const found = () =>
    db
      .select()
      .from(jobFailure)
      .where(
        and(
          states[state](tries),
          word === ''
            ? undefined
            : or(
                contains(jobFailure.job, word),
                contains(jobFailure.rowKey, word),
                inArray(jobFailure.job, [...jobs]),
              ),
        ),
      )
      .$dynamic();
  return countedPage(
    db,
    found,
    [asc(jobFailure.firstAt), asc(jobFailure.job), asc(jobFailure.rowKey)],
    asked,
  );
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
