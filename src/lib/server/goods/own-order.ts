/** A buyer's own sort orders of a list: by 到手单价, and by the time or price of the last purchase. */
import type { GoodsListInput, SortOrder } from '#lib/contract/goods/calls.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import type { GoodsTest } from '../engines/search/filters.ts';
import type { Places } from '../engines/search/found.ts';
import { type BuyerView, query, type Sort } from '../engines/search/query.ts';
import { loadOffers } from '../offers/load.ts';
import { netPriceOf } from '../offers/offers.ts';
import { listLastBought } from './buyer-rows.ts';
import { type FoundGoods, filtersOf, foundGoods, natural, pageOf, type Within } from './found-goods.ts';

type OwnOrderContext = Pick<Context<'all'>, 'db' | 'actor' | 'now'>;

/**
 * Above this number of items the whole list is not priced for one reader: it says so and sorts by the price a piece.
 */
export const mostByNet = 400;

/**
 * Places by exactly the shown 到手单价; items without one for this buyer, because they cannot be bought now or the price is
 * hidden, come last, in the order given.
 */
async function byNetPrice(
  { db, actor: { account }, now }: OwnOrderContext,
  catalogue: Catalogue,
  places: readonly number[],
  order: SortOrder,
): Promise<number[]> {
  const today = shanghaiDay(now.getTime());
  const ids = places.map((place) => catalogue.goods.idAt(place));
  const variantCounts = new Map(ids.map((id) => [id, catalogue.variants(id, today).length]));
  const loaded = await loadOffers(
    db,
    account,
    { goodsIds: ids, variantCounts, withNet: true, source: 'display' },
    now,
  );
  const prices = new Map<number, number>();
  for (const terms of loaded.offers.goods) {
    const isSeen = loaded.states.get(terms.id)?.showsPrice === true;
    const net = isSeen ? netPriceOf(terms, loaded, now.getTime()) : null;
    if (net !== null) prices.set(terms.id, order === 'asc' ? net.price : -net.price);
  }
  const keyOf = (place: number) => prices.get(catalogue.goods.idAt(place)) ?? Infinity;
  return places.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)));
}

/** Places of all items that the company has bought, by the time or the price of the last purchase. */
async function boughtPlaces(
  { db, actor: { account } }: OwnOrderContext,
  catalogue: Catalogue,
  by: 'moment' | 'price',
  order: SortOrder,
): Promise<Set<number>> {
  const ids = account === null ? [] : await listLastBought(db, account.companyId, order, by);
  return new Set(ids.flatMap((id) => catalogue.goods.places.get(id) ?? []));
}

/** A page of a list in which some places come first, and then all others as they were. */
function pageAfter(
  first: readonly number[],
  places: Places,
  { page, size }: { page: number; size: number },
): number[] {
  const [from, to] = [(page - 1) * size, page * size];
  const head = first.slice(from, to);
  if (to <= first.length) return head;
  const known = new Set(first);
  const others = Array.from(places.slice(0, to)).filter((place) => !known.has(place));
  return [...head, ...others.slice(Math.max(0, from - first.length), to - first.length)];
}

/** A list by 到手单价 or by the last purchase: the same items and counts as in any other order. */
export async function findInOwnOrder(
  context: OwnOrderContext,
  catalogue: Catalogue,
  input: GoodsListInput,
  today: number,
  view: BuyerView,
  within: Within | undefined,
): Promise<FoundGoods> {
  const test = within?.(catalogue, context.now.getTime()) ?? null;
  const filters = filtersOf(input);
  const ask = (by: Sort['by'], only: GoodsTest | null) =>
    query(catalogue, { ...filters, within: only }, { by, descending: input.order === 'desc' }, today, view);
  const found = ask('relevance', test);
  if (input.sort === 'last' || input.sort === 'last_price') {
    const by = input.sort === 'last' ? 'moment' : 'price';
    const bought = await boughtPlaces(context, catalogue, by, input.order ?? natural[input.sort]);
    const isBought = (place: number) => bought.has(place) && (test === null || test(place));
    const first = new Set(ask('relevance', isBought).places.slice(0, bought.size));
    const ordered = [...bought].filter((place) => first.has(place));
    return foundGoods(catalogue, input, found, view, pageAfter(ordered, found.places, input));
  }
  if (found.places.length > mostByNet) {
    const byPrice = ask('price', test);
    const notice = `结果超过${mostByNet}个，已按单价排序；缩小范围后可按到手价排序`;
    return foundGoods(catalogue, input, byPrice, view, pageOf(byPrice.places, input), notice);
  }
  const all = Array.from(found.places.slice(0, found.places.length));
  const ordered = await byNetPrice(context, catalogue, all, input.order ?? natural.net);
  const from = (input.page - 1) * input.size;
  return foundGoods(catalogue, input, found, view, ordered.slice(from, from + input.size));
}
