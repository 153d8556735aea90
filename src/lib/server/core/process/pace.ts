/** Long work on the one shared thread: it runs for a few milliseconds, then yields to others. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** How long it runs before it checks for waiting work. */
const sliceMs = 4;
/** How long it yields before it takes its next slice in any case. */
const patienceMs = 8;

/** Calls and pages in progress that long work yields to. */
let others = 0;

/** Runs work that long work yields to. */
export async function withPriority<T>(work: () => Promise<T>): Promise<T> {
  others += 1;
  try {
    return await work();
  } finally {
    others -= 1;
  }
}

/**
 * Call where long work begins; await the result between two steps: it yields when the slice is used up. `isAwaited`:
 * others wait for this very work, so it lets them start but does not wait for them.
 */
export function makePace(isAwaited = false): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < sliceMs) return undefined;
    return (isAwaited ? turn() : rest()).then(() => {
      begun = performance.now();
    });
  };
}

/** Runs a computation that yields where it may pause. */
export async function inSlices<T>(steps: Generator<void, T>, pace = makePace()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pace();
  }
}

/** Lets new work start, and gives work in progress a moment to end. */
async function rest(): Promise<void> {
  const end = performance.now() + patienceMs;
  await turn();
  while (others > 0 && performance.now() < end) await sleep(1);
}
