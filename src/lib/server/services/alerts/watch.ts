/** Keeps answering wishes: soon after goods have changed, and by the clock for prices that a date brings. */
import { subscribe } from '../../bus/bus.ts';
import type { Db } from '../../db/client.ts';
import { whileMine } from '../../jobs/lease.ts';
import { log } from '../../process/log.ts';
import { answerWishes } from './answer.ts';

/** Changes that come within this time are looked at together. */
const settleMs = 300;
/** Flash sales begin without a change of any row. */
const sweepMs = 60_000;
/** A process that vanishes keeps the others from it no longer than the shortest lease. */
const leaseMs = 1_000;

/**
 * Begins to watch; what is answered ends it, after the run that is going on. Every process may watch: one of them
 * works at a time, and a wish is answered once whichever does.
 */
export async function watchWishes(db: Db): Promise<() => Promise<void>> {
  let changed: Set<number> | 'all' = new Set();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let isOver = false;

  async function run(): Promise<void> {
    if (isOver) return;
    const wanted = changed;
    changed = new Set();
    try {
      const isDone = await whileMine(db, 'answerWishes', leaseMs, async (now) => {
        await answerWishes(db, wanted === 'all' ? null : [...wanted], now);
      });
      // Somebody else is at it, perhaps with an older look at the same goods. All goods are looked at again anyway.
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
