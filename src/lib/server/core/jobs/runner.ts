/**
 * Runs jobs. Due work is in the tables themselves (deadlines, open refunds, calls to make), so jobs need no queue: each
 * checks its rows at an interval, in one process at a time, row by row, and every step has its own guard, so that a job
 * that is late, doubled or killed does no harm.
 */
import { type Db, getDb } from '../../db/client.ts';
import { readDatabaseClock } from '../../db/clock.ts';
import { currentTime } from '../process/clock.ts';
import { isStopping } from '../process/lifecycle.ts';
import { log } from '../process/log.ts';
import { meter } from '../process/meter.ts';
import { lookForAlarms } from './alarms.ts';
import { type Job, second } from './job.ts';
import { withJobLease } from './lease.ts';

/** Between the first looks of two jobs, ms: at the start they do not all come at once. */
const stagger = 700;

/** Interval of the alarm check, ms. */
const lookEvery = 20 * second;

let timers: NodeJS.Timeout[] = [];
const running = new Set<Promise<void>>();
const busy = new Set<string>();

/** Begins to run them in this process. Starting twice changes nothing. */
export function startRunning(jobs: readonly Job[]): void {
  if (timers.length > 0) return;
  for (const [at, job] of jobs.entries()) repeat(() => begin(job), job.every, (at + 1) * stagger);
  const every = new Map(jobs.map(({ name, every }) => [name, every]));
  repeat(() => look(every), lookEvery, lookEvery);
}

/** Begins no further work and waits for what runs. */
export async function stopRunning(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  timers = [];
  await Promise.all(running);
}

/**
 * Runs a job once, unless another process runs it; returns how many of its rows failed. `now` decides what is due: the
 * database's current time by default.
 */
export async function runOnce(db: Db, job: Job, now?: Date): Promise<number> {
  let failed = 0;
  await withJobLease(db, job.name, job.every, async (present) => {
    ({ failed } = await job.run(db, now ?? present));
  });
  return failed;
}

function repeat(work: () => void, every: number, first: number): void {
  const timer = setTimeout(() => {
    work();
    timers.push(setInterval(work, every).unref());
  }, first).unref();
  timers.push(timer);
}

function look(every: ReadonlyMap<string, number>): void {
  if (isStopping()) return;
  readDatabaseClock(getDb()).catch((error: unknown) =>
    log().warn({ err: error }, 'the clock of the database could not be read'),
  );
  lookForAlarms(getDb(), every, currentTime()).catch((error: unknown) =>
    log().warn({ err: error }, 'the alarms of the jobs could not be looked for'),
  );
}

function begin(job: Job): void {
  const { name } = job;
  if (busy.has(name) || isStopping()) return;
  busy.add(name);
  const begun = performance.now();
  const report = (isDone: boolean) => meter()?.jobEnded(name, (performance.now() - begun) / 1000, isDone);
  const work = runOnce(getDb(), job)
    .then(
      (failed) => report(failed === 0),
      (error) => {
        report(false);
        log().error({ err: error, job: name }, 'a job failed');
      },
    )
    .finally(() => {
      busy.delete(name);
      running.delete(work);
    });
  running.add(work);
}
