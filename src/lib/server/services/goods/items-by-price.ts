/** Orders by a buyer's own prices, of lists that are not the catalogue's: what was bought before, favourites. */

import { parseYuan } from '#lib/rules/money/money.ts';

/** So many of a list's first goods are put in order; those beyond follow as they were. */
export const mostByPrice = 400;

/**
 * Goods by one of the prices that are shown beside them (元), the lowest first; what has none for this buyer comes last, in
 * the order given.
 */
export function byOwnPrice<T>(items: readonly T[], priceOf: (item: T) => string | undefined): T[] {
  const keyOf = (item: T) => {
    const price = priceOf(item);
    return price === undefined ? Number.POSITIVE_INFINITY : parseYuan(price);
  };
  return items.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)));
}

/** Where a page of such a list is read: out of its first goods, put in order, or beyond them. */
export function isWithinOrdered({ page, size }: { page: number; size: number }): boolean {
  return (page - 1) * size < mostByPrice;
}
