/** How large a slice of long work is, and how long it rests after one, so that the shop's buyers wait little (rules 18). */

export interface SlicePlan {
  /** Of the first slice. */
  size: number;
  least: number;
  most: number;
}

/**
 * Slices of a set of changes: many rows in one transaction. A slice of any size waits ten times for the process; beside 32
 * buyers who never pause, slices of 5 rows wrote 8 rows a second, slices of 200 write 200.
 */
export const changeSlices: SlicePlan = { size: 200, least: 200, most: 500 };
/** Slices of an act on many rows: each row has a transaction of its own. */
export const bulkSlices: SlicePlan = { size: 5, least: 5, most: 50 };
/** Companies that a letter to many is sent to in one transaction. */
export const letterSlices: SlicePlan = { size: 100, least: 25, most: 200 };
/** Orders whose four flows are compared in one transaction. */
export const flowSlices: SlicePlan = { size: 50, least: 10, most: 500 };
/** Slices of bookings that are folded into sums. */
export const foldSlices: SlicePlan = { size: 500, least: 100, most: 10_000 };

/** Time that a slice should take, ms: below the first it grows, above the second it shrinks. */
export const sliceTimes = { short: 15, long: 40 } as const;
/** So late, in ms, timers fire in a process that has too much to do: slices are halved. */
export const lateFrom = 20;
/** Bounds of the rest after a slice, ms. */
export const rests = { least: 5, most: 1_000 } as const;

/**
 * The next slice, and the rest before it, after one of `size` rows that took `took` ms. It rests as long as it took, and up
 * to twice as long where timers are late: so the work goes on in a shop that never has time.
 */
export function nextSlice(
  { least, most }: SlicePlan,
  { size, took, late }: { size: number; took: number; late: number },
): { size: number; rest: number } {
  const isSlow = took > sliceTimes.long || late > lateFrom;
  const wanted = isSlow ? Math.floor(size / 2) : took < sliceTimes.short ? size * 2 : size;
  const rest = Math.round(took + Math.min(late, took));
  return {
    size: Math.min(most, Math.max(least, wanted)),
    rest: Math.min(rests.most, Math.max(rests.least, rest)),
  };
}
