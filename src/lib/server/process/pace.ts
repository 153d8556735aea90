/** Long work on the one thread that everybody shares: a few milliseconds of it, then the others. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** How long it goes on before it looks whether somebody waits. */
const sliceMs = 4;
/** How long it stands back for the others before it takes its next slice all the same. */
const patienceMs = 8;

/** Calls and pages under way that long work makes room for. */
let others = 0;

/** Runs what long work makes room for. */
export async function withPriority<T>(work: () => Promise<T>): Promise<T> {
  others += 1;
  try {
    return await work();
  } finally {
    others -= 1;
  }
}

/**
 * Made where long work begins; await what it answers between two steps: it rests when the slice is used up. `isAwaited`:
 * the others wait for this very work, so it lets them begin and does not stand back for them.
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

/** Runs a computation that says between its steps where it may rest. */
export async function inSlices<T>(steps: Generator<void, T>, pace = makePace()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pace();
  }
}

/** What has come meanwhile is begun; what is under way gets a moment to end. */
async function rest(): Promise<void> {
  const end = performance.now() + patienceMs;
  await turn();
  while (others > 0 && performance.now() < end) await sleep(1);
}
