/** Sorts lists outside of the catalogue by a buyer's own prices: earlier purchases, favourites. */

import { parseYuan } from '#lib/rules/money/money.ts';

/** Number of a list's first items that are sorted; the others follow unsorted. */
export const mostByPrice = 400;

/**
 * Items by one of their shown prices (元), the lowest first; items without one for this buyer come last, in the order
 * given.
 */
export function byOwnPrice<T>(items: readonly T[], priceOf: (item: T) => string | undefined): T[] {
  const keyOf = (item: T) => {
    const price = priceOf(item);
    return price === undefined ? Number.POSITIVE_INFINITY : parseYuan(price);
  };
  return items.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)));
}

/** True for a page within the sorted part of such a list; later pages are read beyond it. */
export function isWithinOrdered({ page, size }: { page: number; size: number }): boolean {
  return (page - 1) * size < mostByPrice;
}
