/**
 * Work that time brings. What is due stands in the tables themselves (deadlines, open refunds, calls to make), so the
 * jobs need no queue of their own: each looks at its rows every so often, in one process at a time, and every step is
 * guarded by itself, so that a job that is late, doubled or killed changes nothing.
 */
import { sql } from 'drizzle-orm';
import { type Db, getDb } from '../db/client.ts';
import { refreshDemoDates } from '../db/seed/refresh.ts';
import { env } from '../env.ts';
import { isStopping, onShutdown } from '../lifecycle.ts';
import { log } from '../log.ts';
import { deliverDue } from '../payments/counter.ts';
import { forgetKeys } from '../repos/idempotency.ts';
import { settleGroupBuys } from '../services/activities/settle.ts';
import { watchWishes } from '../services/alerts/watch.ts';
import { cancelOverdue, completeOverdue, creditPromises } from '../services/orders/due.ts';
import { runRefunds } from '../services/payments/refunds.ts';

interface Job {
  /** Milliseconds between two looks. */
  every: number;
  run: (db: Db, now: Date) => Promise<unknown>;
  isDemo?: boolean;
}

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** How long an answer is kept for a repeat of its request. */
const keyLife = 7 * day;

/** By name; the order gives each its advisory lock. */
const jobs = {
  cancelOverdue: { every: 15 * second, run: cancelOverdue },
  completeOverdue: { every: minute, run: completeOverdue },
  creditPromises: { every: minute, run: creditPromises },
  runRefunds: { every: 30 * second, run: runRefunds },
  forgetKeys: {
    every: 60 * minute,
    run: (db, now) => forgetKeys(db, new Date(now.getTime() - keyLife)),
  },
  callFromSandbox: { every: second, run: deliverDue, isDemo: true },
  settleGroupBuys: { every: 30 * second, run: settleGroupBuys },
  refreshDemo: { every: 60 * minute, run: refreshDemoDates, isDemo: true },
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

/** First half of the advisory locks of the jobs. */
const lockClass = 7_310_943;

let timers: NodeJS.Timeout[] = [];
const running = new Set<Promise<void>>();
let watching: Promise<() => Promise<void>> | undefined;

/** Starts the jobs of this process; they end with it. Starting twice changes nothing. */
export function startJobs(): void {
  if (timers.length > 0) return;
  for (const [name, job] of Object.entries(jobs) as [JobName, Job][]) {
    if (job.isDemo && !env().DEMO) continue;
    timers.push(setInterval(() => begin(name), job.every).unref());
  }
  // Wishes are answered when something changes, not by the clock alone.
  watching = watchWishes(getDb());
  watching.catch((error: unknown) => log().error({ err: error }, 'alerts are not watched'));
  onShutdown('jobs', 'jobs', stopJobs);
}

/** Begins no further work and waits for what runs. */
export async function stopJobs(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  timers = [];
  const end = await watching?.catch(() => undefined);
  watching = undefined;
  await Promise.all([...running, end?.()]);
}

const busy = new Set<JobName>();

function begin(name: JobName): void {
  if (busy.has(name) || isStopping()) return;
  busy.add(name);
  const work = runJob(getDb(), name, new Date())
    .catch((error) => log().error({ err: error, job: name }, 'a job failed'))
    .finally(() => {
      busy.delete(name);
      running.delete(work);
    });
  running.add(work);
}

/** Runs a job once, unless another process is at it. */
export async function runJob(db: Db, name: JobName, now: Date): Promise<void> {
  const job: Job = jobs[name];
  const number = Object.keys(jobs).indexOf(name);
  await db.transaction(async (tx) => {
    const taken = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockClass}, ${number}) as free`,
    );
    if (taken.rows[0]?.free) await job.run(db, now);
  });
}
