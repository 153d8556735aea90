/** A list from the index: filters, counts next to each filter, order. Prices are used only in a buyer's view. */

import type { OtherName } from '#lib/rules/names/trade-names.ts';
import type { Catalogue } from './catalogue.ts';
import { IntList } from './columns.ts';
import { Tally } from './facets.ts';
import type { Facets, Filters } from './filters.ts';
import { classes, keyOf, type Places, Sorted, Walked } from './found.ts';
import { type MatchNotes, matchMakers, matchProducts } from './match.ts';
import { Narrowing } from './narrow.ts';
import type { Order } from './orders.ts';
import { relevance, Scores } from './scores.ts';

/** Conditions of one buyer; made by buyer-view.ts. Prices in fen by item index, null where hidden. */
export interface BuyerView {
  priceOf: (place: number) => number | null;
  canBuy: (place: number) => boolean;
  priceFrom: number | null;
  priceTo: number | null;
  isBuyableOnly: boolean;
}

export type Sort = { by: Order | 'price' | 'relevance'; descending: boolean };

export interface Found {
  /** Positions of all found items, in order. */
  places: Places;
  facets: Facets;
  /** A word was not found as typed: the results have names close to it. */
  isNear: boolean;
  /** Words that were searched as the drug of which they are another name. */
  meant: readonly OtherName[];
  /** What the words were taken for, where they are no name; null where they were searched as typed. */
  taken: string | null;
}

/** All parts of a query. */
interface Question {
  catalogue: Catalogue;
  filters: Filters;
  narrowing: Narrowing;
  today: number;
  view: BuyerView | null;
  tally: Tally;
  keys: IntList;
  sorting: Sorting;
}

/** Finds goods, counts what each filter would leave, and puts them in order. `today` counts days since 1970. */
export function query(
  catalogue: Catalogue,
  filters: Filters,
  sort: Sort,
  today: number,
  view: BuyerView | null,
): Found {
  const notes: MatchNotes = { isNear: false, meant: [], taken: null };
  const narrowing = new Narrowing(catalogue, filters, today);
  const isWhole = filters.within === null && (view === null || !asksView(view));
  const scores = scoresOf(catalogue, filters, notes);
  if (scores === null && isWhole && narrowing.isOpen && sort.by !== 'price')
    return { places: everything(catalogue, sort, today), facets: countAll(catalogue, today), ...notes };
  const tally = new Tally(catalogue, today);
  const keys = new IntList();
  const sorting = sortingOf(catalogue, sort, view);
  const looking = new Looking({ catalogue, filters, narrowing, today, view, tally, keys, sorting });
  if (scores === null && isWhole && narrowing.isByCategory && filters.categoryId !== null) {
    for (const id of catalogue.tree.within(filters.categoryId))
      for (const product of catalogue.products.groups.ofCategory(catalogue.tree.numberOf(id)))
        looking.product(product, 0);
    // Next to categories everything counts, because nothing else is filtered.
    const facets = { ...tally.facets(), categories: countAll(catalogue, today).categories };
    return { places: sorting.list(keys.numbers), facets, ...notes };
  }
  if (scores === null)
    for (let product = 0; product < catalogue.products.count; product++) looking.product(product, 0);
  else for (const product of scores.places) looking.product(product, scores.of[product] ?? 0);
  scores?.giveBack();
  return { places: sorting.list(keys.numbers), facets: tally.facets(), ...notes };
}

/** Walks items product by product: counts them, and collects those that fail no filter. */
class Looking {
  private readonly question: Question;
  private readonly visit: (place: number) => void;
  /** Score of the current product. */
  private score = 0;
  private fails = 0;
  /** How many of its items fail no item filter. */
  private many = 0;

  constructor(question: Question) {
    this.question = question;
    // One closure for all: a search has thousands of products.
    this.visit = (place) => this.goods(place);
  }

  product(product: number, score: number): void {
    const { catalogue, narrowing, tally } = this.question;
    const fails = narrowing.failsOfProduct(product);
    // An item that fails two filters counts for neither.
    if ((fails & (fails - 1)) !== 0) return;
    this.score = score;
    this.fails = fails;
    this.many = 0;
    catalogue.goodsOf.each(product, this.visit);
    if (this.many > 0) tally.countProduct(product, fails, this.many);
  }

  private goods(place: number): void {
    const { catalogue, filters, narrowing, today, view, tally, keys, sorting } = this.question;
    if (!catalogue.goods.isOffered(place, today)) return;
    if (filters.within !== null && !filters.within(place)) return;
    if (view !== null && !isInView(view, place)) return;
    const fails = narrowing.failsOfGoods(place);
    if (fails === 0) this.many++;
    if (this.fails !== 0) return;
    if ((fails & (fails - 1)) === 0) tally.countGoods(place, fails);
    if (fails === 0) keys.push(sorting.keyOf(place, this.score));
  }
}

function scoresOf(
  { products }: Catalogue,
  { keywords, makerKeywords }: Filters,
  notes: MatchNotes,
): Scores | null {
  const none = () => Scores.empty(products.ids.length);
  const byName = keywords === '' ? null : (matchProducts(products, keywords, notes) ?? none());
  const byMaker = makerKeywords === '' ? null : (matchMakers(products, makerKeywords) ?? none());
  if (byName === null || byMaker === null) return byName ?? byMaker;
  const both = none();
  for (const product of byName.places)
    if ((byMaker.of[product] ?? 0) > 0) both.raise(product, byName.of[product] ?? 0);
  byName.giveBack();
  byMaker.giveBack();
  return both;
}

/** Whether a view excludes items. */
function asksView(view: BuyerView): boolean {
  return view.isBuyableOnly || view.priceFrom !== null || view.priceTo !== null;
}

function isInView(view: BuyerView, place: number): boolean {
  if (view.isBuyableOnly && !view.canBuy(place)) return false;
  if (view.priceFrom === null && view.priceTo === null) return true;
  const price = view.priceOf(place);
  if (price === null) return false;
  return price >= (view.priceFrom ?? 0) && price <= (view.priceTo ?? Number.MAX_SAFE_INTEGER);
}

/** How found items are sorted: a key for each, and the list built from all. */
interface Sorting {
  keyOf: (place: number, score: number) => number;
  list: (keys: Int32Array) => Places;
}

function sortingOf(catalogue: Catalogue, { by, descending }: Sort, view: BuyerView | null): Sorting {
  if (by === 'price' && view !== null)
    return { keyOf: (place) => place, list: (places) => byPrice(catalogue, places, descending, view) };
  const { goods, orders } = catalogue;
  const { places: placeOf, ranks } = orders.of(by === 'new' || by === 'expiry' ? by : 'sale');
  const last = goods.count - 1;
  if (by === 'relevance' || by === 'price')
    return {
      keyOf: (place, score) => keyOf(classOf(score, goods.isInStock(place)), ranks[place] ?? 0),
      list: (keys) => new Sorted(keys, (rank) => placeOf[rank] ?? -1),
    };
  return {
    keyOf: (place) => (descending ? (ranks[place] ?? 0) : last - (ranks[place] ?? 0)),
    list: (keys) => new Sorted(keys, (rank) => placeOf[descending ? rank : last - rank] ?? -1),
  };
}

/**
 * By relevance: goods whose name was meant come before those that mention the words elsewhere; of each kind those in stock
 * come first, the best matches, then the best sellers. All buyers share one list, so what one company may not buy is not
 * told apart.
 */
function classOf(score: number, isInStock: boolean): number {
  const best = score >= relevance.brand ? relevance.exact : relevance.brand - 1;
  return (best === relevance.exact ? 0 : classes / 2) + (isInStock ? 0 : classes / 4) + best - score;
}

/** All items offered on a day, without collecting any. */
function everything(catalogue: Catalogue, { by, descending }: Sort, today: number): Places {
  const { goods, orders } = catalogue;
  const { inStock, merchants } = countAll(catalogue, today);
  const total = [...merchants.values()].reduce((sum, count) => sum + count, 0);
  if (by === 'new' || by === 'expiry' || by === 'sale')
    return new Walked(
      [total],
      orders.of(by),
      goods.count,
      (place) => (goods.isOffered(place, today) ? 0 : -1),
      !descending,
    );
  const stockClass = (place: number) =>
    goods.isOffered(place, today) ? Number(!goods.isInStock(place)) : -1;
  return new Walked([inStock, total - inStock], orders.of('sale'), goods.count, stockClass, false);
}

/** The counts over everything: cached until items are added, removed or changed. */
const counted = new WeakMap<Catalogue, { listed: number; today: number; facets: Facets }>();

function countAll(catalogue: Catalogue, today: number): Facets {
  const known = counted.get(catalogue);
  if (known !== undefined && known.listed === catalogue.listed && known.today === today) return known.facets;
  const { goods, goodsOf, products } = catalogue;
  const tally = new Tally(catalogue, today);
  for (let product = 0; product < products.count; product++) {
    let many = 0;
    goodsOf.each(product, (place) => {
      if (!goods.isOffered(place, today)) return;
      many++;
      tally.countGoods(place, 0);
    });
    if (many > 0) tally.countProduct(product, 0, many);
  }
  const facets = tally.facets();
  counted.set(catalogue, { listed: catalogue.listed, today, facets });
  return facets;
}

/** Items without a price for this buyer come last, in an order that reveals nothing. */
function byPrice({ goods }: Catalogue, places: Int32Array, descending: boolean, view: BuyerView): number[] {
  const priced: { place: number; price: number }[] = [];
  const hidden: number[] = [];
  for (const place of places) {
    const price = view.priceOf(place);
    if (price === null) hidden.push(place);
    else priced.push({ place, price });
  }
  const sign = descending ? -1 : 1;
  priced.sort((a, b) => sign * (a.price - b.price) || goods.idAt(a.place) - goods.idAt(b.place));
  hidden.sort((a, b) => a - b);
  return [...priced.map(({ place }) => place), ...hidden];
}
