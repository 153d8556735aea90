/**
 * Work that time brings. What is due stands in the tables themselves (deadlines, open refunds, calls to make), so the
 * jobs need no queue of their own: each looks at its rows every so often, in one process at a time, each row by itself,
 * and every step is guarded by itself, so that a job that is late, doubled or killed changes nothing.
 */
import { type Db, getDb } from '../db/client.ts';
import { refreshDemoDates } from '../db/seed/refresh.ts';
import { lookForAlarms } from '../jobs/alarms.ts';
import { whileMine } from '../jobs/lease.ts';
import type { RowsDone } from '../jobs/rows.ts';
import { deliverDue } from '../payments/counter.ts';
import { runRefunds } from '../payments/refunds.ts';
import { env } from '../process/env.ts';
import { isStopping, onShutdown } from '../process/lifecycle.ts';
import { log } from '../process/log.ts';
import { meter } from '../process/meter.ts';
import { settleGroupBuys } from '../services/activities/settle.ts';
import { watchWishes } from '../services/alerts/watch.ts';
import { purgeRows } from '../services/housekeeping/purge.ts';
import { cancelOverdue, completeOverdue, creditPromises } from '../services/orders/due.ts';
import { askProviders } from '../services/payments/ask.ts';

interface Job {
  /** Milliseconds between two looks. */
  every: number;
  run: (db: Db, now: Date) => Promise<RowsDone>;
  isDemo?: boolean;
}

const second = 1000;
const minute = 60 * second;

/** By name, which is also the name of its lease and of its failures. */
const jobs = {
  cancelOverdue: { every: 15 * second, run: cancelOverdue },
  completeOverdue: { every: minute, run: completeOverdue },
  creditPromises: { every: minute, run: creditPromises },
  askProviders: { every: 10 * second, run: askProviders },
  runRefunds: { every: 30 * second, run: runRefunds },
  settleGroupBuys: { every: 30 * second, run: settleGroupBuys },
  purgeRows: { every: 60 * minute, run: purgeRows },
  callFromSandbox: { every: second, run: deliverDue, isDemo: true },
  refreshDemo: { every: 60 * minute, run: refreshDemo, isDemo: true },
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

/** The dates of the demo move in one statement a table: they work or fail together. */
async function refreshDemo(db: Db, now: Date): Promise<RowsDone> {
  await refreshDemoDates(db, now);
  return { done: 1, failed: 0 };
}

/** Between the first looks of two jobs, ms: at the start they do not all come at once. */
const stagger = 700;

/** How often the alarms are looked for, ms. */
const lookEvery = 20 * second;

let timers: NodeJS.Timeout[] = [];
const running = new Set<Promise<void>>();
let watching: Promise<() => Promise<void>> | undefined;

/** Starts the jobs of this process; they end with it. Starting twice changes nothing. */
export function startJobs(): void {
  if (timers.length > 0) return;
  const own = (Object.entries(jobs) as [JobName, Job][]).filter(([, job]) => !job.isDemo || env().DEMO);
  for (const [at, [name, job]] of own.entries()) repeat(() => begin(name), job.every, (at + 1) * stagger);
  const every = new Map<string, number>(own.map(([name, job]) => [name, job.every]));
  repeat(() => look(every), lookEvery, lookEvery);
  // Wishes are answered when something changes, not by the clock alone.
  watch();
  onShutdown('jobs', 'jobs', stopJobs);
}

/** Listens for what answers wishes; a first connection that fails is tried again. */
function watch(): void {
  watching = watchWishes(getDb());
  watching.catch((error: unknown) => {
    log().error({ err: error }, 'alerts are not watched yet');
    if (!isStopping()) timers.push(setTimeout(watch, 10 * second).unref());
  });
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
  lookForAlarms(getDb(), every, new Date()).catch((error: unknown) =>
    log().warn({ err: error }, 'the alarms of the jobs could not be looked for'),
  );
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
  const begun = performance.now();
  const told = (isDone: boolean) => meter()?.jobEnded(name, (performance.now() - begun) / 1000, isDone);
  const work = runJob(getDb(), name, new Date())
    .then(
      (failed) => told(failed === 0),
      (error) => {
        told(false);
        log().error({ err: error, job: name }, 'a job failed');
      },
    )
    .finally(() => {
      busy.delete(name);
      running.delete(work);
    });
  running.add(work);
}

/** Runs a job once, unless another process is at it; answers how many of its rows failed. */
export async function runJob(db: Db, name: JobName, now: Date): Promise<number> {
  const job: Job = jobs[name];
  let failed = 0;
  await whileMine(db, name, job.every, async () => {
    ({ failed } = await job.run(db, now));
  });
  return failed;
}
