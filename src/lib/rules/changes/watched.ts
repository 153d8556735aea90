/**
 * Values whose large moves want a second person (rules 18): a move counts from the present value, and from the value at
 * the beginning of a window, so that small steps do not pass what one large one may not.
 */

/** The window, in days: it begins anew when a second person has agreed to a value. */
export const watchedDays = 7;

/** A change of a value within the window. */
export interface ValueStep {
  from: number;
  to: number;
  /** A second person has agreed to it. */
  isAgreed: boolean;
}

/** The value at the beginning of the window, from its steps in their order; null without any: the present value. */
export function valueAtStart(steps: readonly ValueStep[]): number | null {
  const agreed = steps.findLast(({ isAgreed }) => isAgreed);
  return agreed === undefined ? (steps[0]?.from ?? null) : agreed.to;
}

export interface Move {
  /** Signed: a fall is negative. */
  percent: number;
  /** It is the sum of the window's steps. */
  isSum: boolean;
}

/**
 * The larger move to `is`, from the present value or from that at the beginning of the window; null where neither is
 * larger than the part. A value that was 0 has no part.
 */
export function watchedMove(
  { start, was, is }: { start: number | null; was: number; is: number },
  part: number,
): Move | null {
  if (is === was) return null;
  const moves = [was, ...(start === null ? [] : [start])].map((from, at) => ({
    part: from === 0 ? 0 : (is - from) / from,
    isSum: at === 1,
  }));
  const [large] = moves
    .filter((move) => Math.abs(move.part) > part)
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
  return large === undefined ? null : { percent: Math.round(large.part * 100), isSum: large.isSum };
}
