/** Long work of a job, slice by slice, that leaves the shop to its buyers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nextSlice, type SlicePlan } from '#lib/rules/changes/slices.ts';
import { isStopping } from '../process/lifecycle.ts';

/** Time to measure how late a timer fires: so late is everything else in this process. */
const probeMs = 10;

/**
 * Does slices until one answers null (nothing is left), and rests after each. Answers how much all of them did. A process
 * that stops begins no further slice: another one goes on.
 */
export async function eachSlice(
  plan: SlicePlan,
  slice: (size: number) => Promise<number | null>,
): Promise<number> {
  let { size } = plan;
  for (let sum = 0; ; ) {
    const begun = performance.now();
    const done = await slice(size);
    if (done === null) return sum;
    sum += done;
    const took = performance.now() - begun;
    const probed = performance.now();
    await sleep(probeMs);
    const late = Math.max(0, performance.now() - probed - probeMs);
    const next = nextSlice(plan, { size, took, late });
    size = next.size;
    if (isStopping()) return sum;
    await sleep(next.rest);
    if (isStopping()) return sum;
  }
}
