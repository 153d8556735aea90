/** What a start leaves behind is cleared up once, before the first call: a sixth of what a process takes that nobody asks anything. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Takes some 80 ms of a small shop. Where the engine offers no such thing all stays as it is. */
export function clearUp(): void {
  // The engine shows its collector to contexts that are made from here on, and to this one alone.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  setFlagsFromString('--no-expose-gc');
  // All of it at once; by itself the engine leaves what may be needed again for later.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
