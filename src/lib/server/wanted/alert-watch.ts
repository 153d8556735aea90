/** Answers alert requests: soon after items have changed, and by the clock for prices that start at a time. */
import { subscribe } from '../core/bus/bus.ts';
import { withJobLease } from '../core/jobs/lease.ts';
import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import { answerWishes } from './alert-answer.ts';

/** Changes within this time are handled together. */
const settleMs = 300;
/** Flash sales begin without a change of any row. */
const sweepMs = 60_000;
/** A crashed process blocks the others no longer than the shortest lease. */
const leaseMs = 1_000;

/**
 * Starts watching; the answered function stops it, after the current run. Every process may watch: one of them works at
 * a time, and a request is answered once by any of them.
 */
export async function watchRequests(db: Db): Promise<() => Promise<void>> {
  let changed: Set<number> | 'all' = new Set();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let isOver = false;

  async function run(): Promise<void> {
    if (isOver) return;
    const wanted = changed;
    changed = new Set();
    try {
      const isDone = await withJobLease(db, 'answerWishes', leaseMs, async (now) => {
        await answerWishes(db, wanted === 'all' ? null : [...wanted], now);
      });
      // Another process is at it, perhaps with an older state of the same items: these are tried again. A run over all
      // items comes again anyway.
      if (!isDone && wanted !== 'all') note(wanted);
    } catch (error) {
      if (isOver) return;
      log().warn({ err: error }, 'alerts are behind');
    }
  }

  function note(ids: Iterable<number> | 'all'): void {
    if (isOver) return;
    if (ids === 'all' || changed === 'all') changed = 'all';
    else for (const id of ids) changed.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      work = work.then(run);
    }, settleMs).unref();
  }

  const end = await subscribe({ on: { catalogue_changed: note }, onGap: () => note('all') });
  const sweep = setInterval(() => note('all'), sweepMs).unref();
  note('all');
  return async () => {
    isOver = true;
    clearTimeout(timer);
    clearInterval(sweep);
    await end();
    await work;
  };
}
