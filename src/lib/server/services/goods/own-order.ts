/** Orders of a list that are a buyer's own: by 到手单价, and by when it was bought last. */
import type { SortOrder } from '#lib/contract/goods/schema.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../../context.ts';
import { listLastBought } from '../../repos/last-bought.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { Places } from '../../search/found.ts';
import { loadOffers } from '../offers/load.ts';
import { netPriceOf } from '../offers/offers.ts';

export type OwnOrderContext = Pick<Context<'all'>, 'db' | 'actor' | 'now'>;

/** Beyond so many the whole list is not reckoned for one reader: it says so and goes by the price of a piece. */
export const mostByNet = 400;

/**
 * Places by the very 到手单价 that is shown beside each goods; what has none for this buyer, as it cannot be bought now or
 * its price is hidden, comes last, in the order given.
 */
export async function byNetPrice(
  { db, actor: { account }, now }: OwnOrderContext,
  catalogue: Catalogue,
  places: readonly number[],
  order: SortOrder,
): Promise<number[]> {
  const today = shanghaiDay(now.getTime());
  const ids = places.map((place) => catalogue.goods.idAt(place));
  const variantCounts = new Map(ids.map((id) => [id, catalogue.variants(id, today).length]));
  const loaded = await loadOffers(db, account, { goodsIds: ids, variantCounts }, now);
  const prices = new Map<number, number>();
  for (const terms of loaded.offers.goods) {
    const isSeen = loaded.states.get(terms.id)?.showsPrice === true;
    const net = isSeen ? netPriceOf(terms, loaded, now.getTime()) : null;
    if (net !== null) prices.set(terms.id, order === 'asc' ? net.price : -net.price);
  }
  const keyOf = (place: number) => prices.get(catalogue.goods.idAt(place)) ?? Infinity;
  return places.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)));
}

/** Places of all that the company has bought, the latest first or last. */
export async function boughtPlaces(
  { db, actor: { account } }: OwnOrderContext,
  catalogue: Catalogue,
  order: SortOrder,
): Promise<Set<number>> {
  const ids = account === null ? [] : await listLastBought(db, account.companyId, order);
  return new Set(ids.flatMap((id) => catalogue.goods.places.get(id) ?? []));
}

/** A page of a list in which some places come first, and then all others as they were. */
export function pageAfter(
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
