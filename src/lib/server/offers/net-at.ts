/** 到手单价 where a page shows items with another number than the minimum purchase. */
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { quantityBounds, settleBox } from '#lib/rules/terms/quantity.ts';
import type { Db } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { loadOffers } from './load.ts';
import { netFields } from './offers.ts';

/**
 * The items in their order, with `net` for the shown number of pieces: the requested one, within packs, limits and
 * stock, as the page settles it too. Items without `net` stay without it: their price may not be seen.
 */
export async function withNetAt<T extends GoodsItem>(
  db: Db,
  account: Account,
  items: readonly T[],
  askedOf: (item: T) => number,
  now: Date,
): Promise<T[]> {
  const goodsIds = items.flatMap(({ id, net }) => (net === undefined ? [] : [id]));
  if (goodsIds.length === 0) return [...items];
  const loaded = await loadOffers(db, account, { goodsIds, withNet: true, source: 'display' }, now);
  const termsById = new Map(loaded.offers.goods.map((terms) => [terms.id, terms]));
  return items.map((item) => {
    const terms = item.net === undefined ? undefined : termsById.get(item.id);
    if (terms === undefined) return item;
    const { value } = settleBox(askedOf(item), quantityBounds(terms));
    return value === item.net?.number ? item : { ...item, ...netFields(terms, loaded, now.getTime(), value) };
  });
}
