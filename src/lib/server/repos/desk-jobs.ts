/** Rows that jobs could not do, as the desk sees them. */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { jobFailure } from '../db/schema.ts';
import { contains } from './contains.ts';
import { countedPage } from './counted-page.ts';

export type JobFailureRow = typeof jobFailure.$inferSelect;

/** A row by its job, its own key, and how often it had failed when it was read. */
export interface ReadFailure {
  job: string;
  rowKey: string;
  tries: number;
}

const isOpen = isNull(jobFailure.putAwayAt);

/** Those that a person has to look at: nobody has, and they failed `tries` times. Over `job_failure`. */
export function isStuck(tries: number) {
  return and(gte(jobFailure.tries, tries), isOpen);
}

const states = {
  stuck: isStuck,
  resting: (tries: number) => and(lt(jobFailure.tries, tries), isOpen),
  put_away: () => isNotNull(jobFailure.putAwayAt),
  all: () => undefined,
};

/** A page of them, the first to fail first; `jobs` are those whose name holds the word. */
export function findFailures(
  db: Db,
  {
    state,
    tries,
    word,
    jobs,
  }: {
    state: keyof typeof states;
    /** From which on a person has to look. */
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

/** Lets one that rests be tried at the next look; false where it does not rest or has failed again since. */
export async function endRest(tx: Tx, read: ReadFailure, now: Date): Promise<boolean> {
  const rows = await tx
    .update(jobFailure)
    .set({ nextAt: now })
    .where(and(asRead(read), gt(jobFailure.nextAt, now)))
    .returning({ job: jobFailure.job });
  return rows.length > 0;
}

/** Puts one away that nobody has; false where somebody has, or it has failed again since. */
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
