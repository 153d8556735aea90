/** What ends a server process: a signal, or an error that nothing caught. */
import { log } from './log.ts';

/**
 * Resolves with the exit code when the process shall end: 0 after SIGTERM or SIGINT, 1 after an error that nothing
 * caught. That one is written down, running requests are finished as at any end, and the supervisor starts anew: what
 * such an error left behind in memory is not known. Whatever comes of it, the process is gone after `ms` and a moment.
 */
export function awaitEnd(ms: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let isEnding = false;

  function end(code: number): void {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(code || 1), ms + 500);
    resolve(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log().fatal({ err: error, event }, 'nothing caught this error; the process ends');
      end(1);
    });
  return promise;
}
