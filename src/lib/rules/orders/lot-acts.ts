/** Acts on a lot at a desk: counting, writing off, cancelling a put-in, correcting, locking (rules 3). */
import { keysOf } from '../terms/keys.ts';

/** Why pieces are written off. */
export const damageKinds = {
  broken: '破损',
  expired: '过期',
  lost: '丢失',
  other: '其他',
} as const satisfies Record<string, string>;

export type DamageKind = keyof typeof damageKinds;
export const damageKindKeys = keysOf(damageKinds);

/** The reason of a write-off as the list of movements shows it. */
export function damageText(kind: DamageKind, text: string): string {
  return `${damageKinds[kind]}：${text}`;
}

/** Bounds above which a difference needs a confirmation. */
export interface AskBounds {
  /** Share of the larger number, percent, together with `pieces`. */
  percent: number;
  pieces: number;
  /** Worth of the pieces, fen; by itself enough. */
  value: number;
}

export interface Difference {
  /** The recorded or usual number. */
  before: number;
  after: number;
  /** Fen a piece. */
  price: number;
}

/** True where a difference is so large that a typo is likely: the confirmation shows both numbers. */
export function isLargeDifference({ before, after, price }: Difference, bounds: AskBounds): boolean {
  const pieces = Math.abs(after - before);
  if (pieces === 0) return false;
  if (pieces * price > bounds.value) return true;
  const share = (pieces / Math.max(before, after)) * 100;
  return pieces > bounds.pieces && share > bounds.percent;
}

/** A put-in this many times the usual one of its item needs a confirmation. */
const usualTimes = 5;

/**
 * True where a put-in is far above the usual one of its item (the median of the last ones). The first put-in of an item
 * cannot be compared: only its value counts.
 */
export function isLargePutIn(
  { pieces, usual, price }: { pieces: number; usual: number | null; price: number },
  bounds: AskBounds,
): boolean {
  if (usual === null) return pieces * price > bounds.value;
  return pieces > bounds.pieces && pieces > usual * usualTimes;
}

/** Number of put-ins that define the usual one. */
export const lastPutIns = 15;

/** The median of the last put-ins of an item; null for none. */
export function usualPutIn(last: readonly number[]): number | null {
  const sorted = [...last].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/**
 * Which of the lines waiting for an item go without where `there` pieces may be shipped. Lines are served in order; a
 * paid one that gets too little gets the rest, an unpaid one is released as a whole.
 */
export function findLacking<L extends { pieces: number; isPaid: boolean }>(
  lines: readonly L[],
  there: number,
): L[] {
  let left = Math.max(0, there);
  return lines.filter(({ pieces, isPaid }) => {
    const isServed = pieces <= left;
    if (isServed) left -= pieces;
    else if (isPaid) left = 0;
    return !isServed;
  });
}
