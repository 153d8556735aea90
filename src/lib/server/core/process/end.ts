/** The end of a server process: by a signal, or an uncaught error. */
import { log } from './log.ts';

/**
 * Resolves with the exit code when the process must end: 0 after SIGTERM or SIGINT, 1 after an uncaught error. That
 * error is logged, running requests are finished as usual, and the supervisor restarts the process: the state that such
 * an error left in memory is unknown. In any case, the process is gone shortly after `ms`.
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
