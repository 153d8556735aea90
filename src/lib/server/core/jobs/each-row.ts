/** Rows of a job, processed one by one: a failing row waits for a while and does not block the others. */
import { alarmTries } from '#lib/rules/site/job-words.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { Db } from '../../db/client.ts';
import { faultOf } from '../process/database-faults.ts';
import { codeOf } from '../process/error-facts.ts';
import { log } from '../process/log.ts';
import { forgetFailure, listTries, recordFailure } from './job-rows.ts';

/** The first wait, and the longest, ms. */
const shortestRest = 30_000;
export const longestRest = 60 * 60_000;

/** Wait of a row after its n-th failure: doubles each time. */
export function restAfter(tries: number): number {
  return Math.min(longestRest, shortestRest * 2 ** (tries - 1));
}

export interface Rows<Key extends string | number> {
  /** The job's name in its registry and in the failure table. */
  job: string;
  now: Date;
  /** The due rows that are not waiting (`isReady`), the oldest first, a few at a time. */
  list: () => Promise<Key[]>;
  /** Processes one row; returns how much was done. */
  work: (key: Key) => Promise<number>;
  /** Rows at once; each uses a connection. */
  atOnce?: number;
}

/** How much was done, and how many rows failed. */
export interface RowsDone {
  done: number;
  failed: number;
}

/**
 * Processes all due rows. A failure is recorded, and a later run retries it. Throws only when the database itself is
 * down: that is not the row's fault.
 */
export async function eachRow<Key extends string | number>(db: Db, rows: Rows<Key>): Promise<RowsDone> {
  const seen = new Set<Key>();
  const sum: RowsDone = { done: 0, failed: 0 };
  for (;;) {
    const keys = (await rows.list()).filter((key) => !seen.has(key));
    if (keys.length === 0) return sum;
    for (const key of keys) seen.add(key);
    const tries = await listTries(db, rows.job, keys.map(String));
    await spread(keys, rows.atOnce ?? 1, async (key) => {
      const done = await tryRow(db, rows, key, tries.get(String(key)) ?? 0);
      if (done === null) sum.failed += 1;
      else sum.done += done;
    });
  }
}

async function spread<Key>(
  keys: readonly Key[],
  atOnce: number,
  work: (key: Key) => Promise<void>,
): Promise<void> {
  const open = [...keys];
  await Promise.all(
    Array.from({ length: Math.min(atOnce, keys.length) }, async () => {
      for (let key = open.shift(); key !== undefined; key = open.shift()) await work(key);
    }),
  );
}

/** How much was done; null on failure. */
async function tryRow<Key extends string | number>(
  db: Db,
  { job, now, work }: Rows<Key>,
  key: Key,
  before: number,
): Promise<number | null> {
  try {
    const done = await work(key);
    if (before > 0) await forgetFailure(db, job, String(key));
    return done;
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'lost' || fault === 'silent') throw error;
    const tries = before + 1;
    const nextAt = new Date(now.getTime() + restAfter(tries));
    await recordFailure(db, { job, rowKey: String(key), tries, nextAt, error: reasonOf(error), at: now });
    const line = { err: error, job, row: key, tries, nextAt };
    if (tries >= alarmTries) log().error(line, 'a row of a job fails again and again');
    else log().warn(line, 'a row of a job failed');
    return null;
  }
}

/** The error in our own or the database's words; for a failed query its cause, without parameters. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  return [codeOf(cause), fieldOf(cause, 'constraint'), cause.message]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .slice(0, 300);
}
