/** A list from the index: filters, counts beside each filter, order. No price is looked at unless a buyer brings one. */

import type { Catalogue, Order } from './catalogue.ts';
import { countFacets, failures } from './facets.ts';
import type { Facets, Filters, GoodsTest } from './filters.ts';
import { type MatchNotes, matchMakers, matchProducts, type Scores } from './match.ts';

/** What one buyer may ask beyond that; made by buyer-view.ts. Prices in fen by goods place, null where hidden. */
export interface BuyerView {
  priceOf: (place: number) => number | null;
  canBuy: (place: number) => boolean;
  priceFrom: number | null;
  priceTo: number | null;
  isBuyableOnly: boolean;
}

export type Sort = { by: Order | 'price' | 'relevance'; descending: boolean };

export interface Found {
  /** Places of all goods found, in order. */
  places: Int32Array | number[];
  facets: Facets;
  /** A word stood nowhere as it was typed: what is found has names close to it. */
  isNear: boolean;
}

const noGoods: Scores = new Uint8Array(0);

/** Finds goods, counts what each filter would leave, and puts them in order. `today` counts days since 1970. */
export function query(
  catalogue: Catalogue,
  filters: Filters,
  sort: Sort,
  today: number,
  view: BuyerView | null,
): Found {
  const notes: MatchNotes = { isNear: false };
  const scores = scoresOf(catalogue, filters, notes);
  const candidates = candidatesOf(catalogue, scores, filters.within, today, view);
  const failed = failures(catalogue, filters, candidates, today);
  const isFound = new Uint8Array(catalogue.goods.count);
  let found = 0;
  for (let i = 0; i < candidates.length; i++) {
    if (failed[i] !== 0) continue;
    isFound[candidates[i] ?? -1] = 1;
    found++;
  }
  return {
    places: inOrder(catalogue, isFound, found, scores, sort, view),
    facets: countFacets(catalogue, candidates, failed, today),
    isNear: notes.isNear,
  };
}

/** Goods that the filters are asked about: offered today, found by the words, in the buyer's view. */
function candidatesOf(
  { goods, goodsOf }: Catalogue,
  scores: Scores | null,
  within: GoodsTest | null,
  today: number,
  view: BuyerView | null,
): Int32Array {
  const places = new Int32Array(goods.count);
  let count = 0;
  if (scores === null) {
    for (let place = 0; place < goods.count; place++)
      if (goods.isOffered(place, today)) places[count++] = place;
  } else {
    for (let product = 0; product < scores.length; product++) {
      if (scores[product] === 0) continue;
      for (const place of goodsOf[product] ?? []) if (goods.isOffered(place, today)) places[count++] = place;
    }
  }
  const all = places.subarray(0, count);
  if (within === null && view === null) return all;
  return all.filter(
    (place) => (within === null || within(place)) && (view === null || isInView(view, place)),
  );
}

function scoresOf(
  { products }: Catalogue,
  { keywords, makerKeywords }: Filters,
  notes: MatchNotes,
): Scores | null {
  const byName = keywords === '' ? null : (matchProducts(products, keywords, notes) ?? noGoods);
  const byMaker = makerKeywords === '' ? null : (matchMakers(products, makerKeywords) ?? noGoods);
  if (byName === null || byMaker === null) return byName ?? byMaker;
  return byName.map((score, place) => ((byMaker[place] ?? 0) > 0 ? score : 0));
}

function isInView(view: BuyerView, place: number): boolean {
  if (view.isBuyableOnly && !view.canBuy(place)) return false;
  if (view.priceFrom === null && view.priceTo === null) return true;
  const price = view.priceOf(place);
  if (price === null) return false;
  return price >= (view.priceFrom ?? 0) && price <= (view.priceTo ?? Number.MAX_SAFE_INTEGER);
}

function inOrder(
  catalogue: Catalogue,
  isFound: Uint8Array,
  found: number,
  scores: Scores | null,
  { by, descending }: Sort,
  view: BuyerView | null,
): Int32Array | number[] {
  if (by === 'price' && view !== null) return byPrice(catalogue, isFound, descending, view);
  const order = catalogue.order(by === 'new' || by === 'expiry' ? by : 'sale');
  const places = new Int32Array(found);
  let at = 0;
  if (by !== 'relevance' && by !== 'price') {
    for (let i = 0; i < order.length; i++) {
      const place = order[descending ? i : order.length - 1 - i] ?? -1;
      if (isFound[place] === 1) places[at++] = place;
    }
    return places;
  }
  // Best answers first, in stock before out of stock, best sellers first: a class each, filled in the order of sales.
  const { goods } = catalogue;
  const classOf = (place: number) => {
    const score = scores === null ? 0 : (scores[goods.productAt(place)] ?? 0);
    return 15 - (score * 2 + (goods.inStock[place] ?? 0));
  };
  const next = new Int32Array(17);
  for (let place = 0; place < isFound.length; place++) {
    if (isFound[place] !== 1) continue;
    const after = classOf(place) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let number = 1; number < next.length; number++)
    next[number] = (next[number] ?? 0) + (next[number - 1] ?? 0);
  for (let i = 0; i < order.length; i++) {
    const place = order[i] ?? -1;
    if (isFound[place] !== 1) continue;
    const number = classOf(place);
    const free = next[number] ?? 0;
    places[free] = place;
    next[number] = free + 1;
  }
  return places;
}

/** What has no price for this buyer comes last, in an order that gives nothing away. */
function byPrice({ goods }: Catalogue, isFound: Uint8Array, descending: boolean, view: BuyerView): number[] {
  const priced: { place: number; price: number }[] = [];
  const hidden: number[] = [];
  for (let place = 0; place < isFound.length; place++) {
    if (isFound[place] !== 1) continue;
    const price = view.priceOf(place);
    if (price === null) hidden.push(place);
    else priced.push({ place, price });
  }
  const sign = descending ? -1 : 1;
  priced.sort((a, b) => sign * (a.price - b.price) || goods.idAt(a.place) - goods.idAt(b.place));
  return [...priced.map(({ place }) => place), ...hidden];
}
