/** Ensures that one process at a time runs a job. */
import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { env } from '../process/env.ts';
import { log } from '../process/log.ts';
import { endJob, keepJob, takeJob } from './job-rows.ts';

const second = 1000;

/** How long a process that vanished blocks a job, ms. */
function leaseFor(every: number): number {
  return Math.min(30 * second, Math.max(5 * second, 2 * every));
}

/**
 * Runs `work` unless another process runs the job; false then. `work` gets the time by the database's clock. The lease
 * is a row whose time is extended while the work runs, and not a connection: a cut connection loses nothing, and
 * running jobs do not occupy one. A process that stops extending it for too long may find a second one at the same
 * work, so each step has its own guard.
 */
export async function withJobLease(
  db: Db,
  job: string,
  every: number,
  work: (now: Date) => Promise<unknown>,
): Promise<boolean> {
  const lease = leaseFor(every);
  const holder = randomUUID();
  const now = await takeJob(db, job, holder, lease);
  if (now === null) return false;
  const beat = setInterval(() => {
    keepJob(db, job, holder, lease).catch((error: unknown) =>
      log().warn({ err: error, job }, 'a job could not say that it goes on'),
    );
  }, lease / 3);
  let isDone = false;
  try {
    await work(env().CLOCK === 'own' ? new Date() : now);
    isDone = true;
    return true;
  } finally {
    clearInterval(beat);
    // The work's own error takes precedence; the row expires by itself.
    await endJob(db, job, holder, isDone).catch((error: unknown) =>
      log().warn({ err: error, job }, 'a job could not say that it ended'),
    );
  }
}
