/** Output of a server process. Imports nothing: the supervisor loads it too. */

/**
 * Makes a standard output that is gone (a closed pipe, a full device) no reason to stop: without a listener Node ends
 * the process by an error that nothing caught, in the middle of a start too.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
