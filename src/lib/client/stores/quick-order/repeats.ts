/** Merges rows of a list with the same item, as the buyer chooses. */
import { fromWire } from '#lib/contract/offers/terms.ts';
import { type Repeat, repeatsOf } from '#lib/rules/purchase/repeats.ts';
import { quantityBounds, settleQuantity } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { PurchaseItem } from './quick-order.ts';

/** sum: one row with all pieces · first: the first row unchanged, the others are removed. */
export type RepeatWay = 'sum' | 'first';

/** The goods that several rows of the list would buy. */
export function repeatsIn(items: readonly PurchaseItem[]): Repeat[] {
  return repeatsOf(items.map(({ goods, number }) => ({ goodsId: goods?.id ?? null, number })));
}

/** The list with one row for each item, in the place of its first. A row that needs a check still needs it. */
export function withoutRepeats(items: readonly PurchaseItem[], way: RepeatWay): PurchaseItem[] {
  const firsts = new Map<number, PurchaseItem>();
  const dropped = new Set<number>();
  for (const { places, number } of repeatsIn(items)) {
    const [first, ...others] = places;
    for (const place of others) dropped.add(place);
    const item = first === undefined ? undefined : items[first];
    if (first === undefined || item === undefined) continue;
    if (way === 'sum')
      firsts.set(
        first,
        summed(
          item,
          number,
          places.flatMap((at) => items[at] ?? []),
        ),
      );
  }
  return items.flatMap((item, at) => (dropped.has(at) ? [] : [firsts.get(at) ?? item]));
}

function summed(item: PurchaseItem, number: number, rows: readonly PurchaseItem[]): PurchaseItem {
  const unsure = rows.find((row) => row.grade === 'check' && !row.isSettled);
  const unit = item.goods?.bzdw ?? '';
  const terms = item.goods?.terms && fromWire<GoodsTerms>(item.goods.terms);
  // More than there is, or than may be bought, is not promised.
  const settled = terms ? settleQuantity(number, quantityBounds(terms)).value : number;
  const written = rows.map((row) => `${row.number}${unit}`).join('+');
  return {
    ...item,
    number: settled,
    given: null,
    grade: unsure?.grade ?? item.grade,
    kinds: unsure?.kinds ?? item.kinds,
    ways: [],
    isSettled: unsure === undefined && item.isSettled,
    confidence: Math.min(...rows.map(({ confidence }) => confidence)),
    reason:
      settled === number
        ? `合并了${rows.length}行：${written}`
        : `合并了${rows.length}行：${written}，最多可购${settled}${unit}`,
    refusal: null,
  };
}
