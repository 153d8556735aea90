/** One process at a time is at a job. */
import { randomUUID } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { env } from '../process/env.ts';
import { log } from '../process/log.ts';
import { endJob, keepJob, takeJob } from '../repos/jobs.ts';

const second = 1000;

/** How long a process that vanished keeps a job from the others, ms. */
function leaseFor(every: number): number {
  return Math.min(30 * second, Math.max(5 * second, 2 * every));
}

/**
 * Runs `work` unless another process is at the job; false then. `work` is given the moment by the database's clock. It is held by a row whose time is pushed ahead while
 * the work goes on, and by no connection: a cut one loses nothing, and jobs that run wait for none that another holds.
 * A process that stops pushing for too long may find a second one at the same work, so each step is guarded by itself.
 */
export async function whileMine(
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
    // The work's own error is the one to tell; the row runs out by itself.
    await endJob(db, job, holder, isDone).catch((error: unknown) =>
      log().warn({ err: error, job }, 'a job could not say that it ended'),
    );
  }
}
