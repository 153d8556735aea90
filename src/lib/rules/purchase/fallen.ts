/** 常购降价: what a company buys again and again, and costs less now than it paid last. */
import type { Fen } from '../money/money.ts';

export type Compared = {
  /** Orders with it. */
  times: number;
  /** Pieces of the last one. */
  pieces: number;
  /** Fen a piece, at the last order. */
  last: Fen;
  /** Fen a piece now, for as many pieces. */
  now: Fen;
};

/** Bought once may be chance. */
const leastTimes = 2;
/** A smaller fall is rounding, in percent of the last price. */
const leastPercent = 1;

/** What the same purchase saves now; null where it does not cost notably less, or is not bought regularly. */
export function savingOf({ times, pieces, last, now }: Compared): Fen | null {
  if (times < leastTimes || pieces <= 0 || now <= 0) return null;
  if ((last - now) * 100 < last * leastPercent || now >= last) return null;
  return (last - now) * pieces;
}
