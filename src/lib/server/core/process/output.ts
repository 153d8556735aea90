/** Output of a server process. Imports nothing: the supervisor loads it too. */

/**
 * Ignores a standard output that is gone (a closed pipe, a full device): without a listener Node ends the process by an
 * uncaught error, even during a start.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
