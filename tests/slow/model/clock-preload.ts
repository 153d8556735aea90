/**
 * Preloaded into server processes (`node --import`): their Date runs ahead by as many milliseconds as the file that
 * MODEL_CLOCK names says. Timers and performance.now() go on as they are.
 */
import { readFileSync } from 'node:fs';

const file = process.env.MODEL_CLOCK ?? '';
const rereadAfter = 5;
const realNow = Date.now;
let [ahead, readAt] = [0, Number.NEGATIVE_INFINITY];

function movedNow(): number {
  const at = performance.now();
  if (at - readAt > rereadAfter) {
    readAt = at;
    ahead = Number(readFileSync(file, 'utf8'));
  }
  return realNow() + ahead;
}

Date.now = movedNow;
// A proxy, not a subclass: what was made before, or inside Node, is still an instance of it.
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [movedNow()], newTarget),
});
