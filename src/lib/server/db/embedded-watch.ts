/** Restarts the embedded server while the shop runs. */
import { log } from '#lib/server/core/process/log.ts';

/** Interval of the check, ms: one file of /proc is read. */
const everyMs = 200;
/** After this many failed starts in a row the process ends, and its supervisor starts it again, on another port. */
const maxFailures = 10;
const afterFailureMs = 1_000;

export interface Watched {
  isServing(): boolean;
  start(): Promise<void>;
}

/** Restarts it whenever it has ended. The returned function ends the watching, after a start in progress. */
export function watchServer({ isServing, start }: Watched): () => Promise<void> {
  let isOver = false;
  let failures = 0;
  let timer: NodeJS.Timeout;
  let work = Promise.resolve();

  async function look(): Promise<void> {
    if (isServing()) return;
    log().error('the embedded database has ended by itself and is started again');
    try {
      await start();
      failures = 0;
      log().warn('the embedded database runs again');
    } catch (error) {
      failures++;
      log().error({ err: error, failures }, 'the embedded database does not start');
      if (failures >= maxFailures) throw error;
    }
  }

  function next(ms: number): void {
    if (isOver) return;
    timer = setTimeout(() => {
      work = look();
      // A rejection is not caught: it ends the process cleanly.
      void work.then(() => next(failures > 0 ? afterFailureMs : everyMs));
    }, ms).unref();
  }

  next(everyMs);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await work.catch(() => {});
  };
}
