/** Offers of one drug beside each other: the one number of pieces that they are compared for, and which is best. */
import { leastPurchase } from '../terms/quantity.ts';

/** What the reader has of an item: in the cart, of the last purchase (0: nothing), and its least purchase. */
export interface Compared {
  inCart: number;
  last: number;
  minQuantity: number;
  packStep: number;
}

/** The pieces in the cart, else of the largest last purchase, else the least that can be bought of each. */
export function comparedNumber(offers: readonly Compared[]): number {
  const most = (of: (one: Compared) => number) => Math.max(0, ...offers.map(of));
  return most(({ inCart }) => inCart) || most(({ last }) => last) || most(leastPurchase);
}

/** The lowest first, those without a price last, equal ones as they stood; `best` has all of the lowest price. */
export function byPrice<T>(
  things: readonly T[],
  priceOf: (thing: T) => number | null,
): { sorted: T[]; best: Set<T> } {
  const order = (thing: T) => priceOf(thing) ?? Infinity;
  const sorted = things.toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
  const lowest = sorted[0] === undefined ? null : priceOf(sorted[0]);
  return { sorted, best: new Set(lowest === null ? [] : sorted.filter((one) => priceOf(one) === lowest)) };
}

/** The latest of these dates (2027-06-30), null where there is none or all are the same. */
export function latestDate(dates: readonly string[]): string | null {
  const known = dates.filter((date) => date !== '').toSorted();
  const latest = known.at(-1);
  return latest === undefined || (known[0] === latest && known.length === dates.length) ? null : latest;
}
