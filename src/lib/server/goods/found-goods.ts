/** A list's query to the index, and its result. */
import {
  type GoodsFacets,
  type GoodsListInput,
  type GoodsSort,
  isOwnSort,
  type SortOrder,
} from '#lib/contract/goods/calls.ts';
import { withoutNearExpiry } from '#lib/rules/names/complaints.ts';
import type { OtherName } from '#lib/rules/names/trade-names.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import type { Filters, GoodsTest } from '../engines/search/filters.ts';
import type { Places } from '../engines/search/found.ts';
import type { BuyerView, Found, Sort } from '../engines/search/query.ts';
import { facetsOf } from './facets.ts';

/** Default direction of each sort. */
export const natural: Record<GoodsSort, SortOrder> = {
  default: 'desc',
  sale: 'desc',
  price: 'asc',
  net: 'asc',
  last: 'desc',
  last_price: 'asc',
  new: 'desc',
  expiry: 'desc',
};

/** Scope of a list that does not cover all items: makes its test for this catalogue and moment. */
export type Within = (catalogue: Catalogue, now: number) => GoodsTest;

/** The result of a list before any buyer's prices: the ids of its page, and the counts. */
export interface FoundGoods {
  ids: number[];
  total: number;
  page: number;
  facets: GoodsFacets;
  message: string;
  /** The words were not found as typed; the result has similar names. */
  isNear: boolean;
  /** Words that were replaced by the drug that they are another name of. */
  meant: readonly OtherName[];
  /** What the words were taken for, where they are no name: a complaint; null where they were searched as typed. */
  taken: string | null;
  /** A sentence about a changed request; empty for an unchanged one. */
  notice: string;
  /** False when a buyer who may not see prices asked for price sort, price range or 仅看可买. */
  usesPrice: boolean;
}

/** True for an input that only buyers who see prices may use. */
export function asksForPrices(input: Partial<GoodsListInput>): boolean {
  return (
    isOwnSort(input.sort) ||
    input.buyable === 1 ||
    input.price_min !== undefined ||
    input.price_max !== undefined
  );
}

/** Orders unknown to the index: by the buyer's own rows, over the index's result (own-order.ts). */
const notOfIndex = ['net', 'last', 'last_price'] as const;
type NotOfIndex = (typeof notOfIndex)[number];

function isNotOfIndex(by: GoodsSort): by is NotOfIndex {
  return notOfIndex.some((one) => one === by);
}

/** The order of a list that uses the buyer's own rows; null for any other. */
export function ownOrderOf({ sort }: GoodsListInput): NotOfIndex | null {
  return sort !== undefined && isNotOfIndex(sort) ? sort : null;
}

export function sortOf(input: GoodsListInput, view: BuyerView | null): Sort {
  const wanted = input.sort ?? 'default';
  const by = isOwnSort(wanted) && view === null ? 'default' : wanted;
  return {
    by: by === 'default' || isNotOfIndex(by) ? 'relevance' : by,
    descending: (input.order ?? natural[by]) === 'desc',
  };
}

/** 近效期 asks for a filter, not for a name; a filter that was chosen stays. */
export function withNearExpiry(input: GoodsListInput): GoodsListInput {
  const keywords = withoutNearExpiry(input.keywords);
  if (keywords === null) return input;
  return { ...input, keywords, expiry: input.expiry.length > 0 ? input.expiry : ['0-6'] };
}

export function filtersOf(input: GoodsListInput): Omit<Filters, 'within'> {
  return {
    keywords: input.keywords,
    makerKeywords: input.sccj_keywords,
    categoryId: input.category_id ?? null,
    merchantIds: input.merchant_id,
    makers: input.maker,
    forms: input.form,
    specs: input.spec,
    otc: input.otc,
    inStock: input.in_stock === 1,
    expiry: input.expiry.map((window) => {
      const [from, to] = window.split('-');
      return [Number(from), to ? Number(to) : Number.POSITIVE_INFINITY];
    }),
  };
}

/** A page of places. */
export function pageOf(places: Places, { page, size }: GoodsListInput): Iterable<number> {
  return places.slice((page - 1) * size, page * size);
}

/** The result for the list: `places` are those of its page. */
export function foundGoods(
  catalogue: Catalogue,
  input: GoodsListInput,
  found: Found,
  view: BuyerView | null,
  places: Iterable<number>,
  notice = '',
): FoundGoods {
  return {
    ids: Array.from(places, (place) => catalogue.goods.idAt(place)),
    notice,
    total: found.places.length,
    page: input.page,
    facets: facetsOf(catalogue, found.facets, input),
    message: '',
    isNear: found.isNear && found.places.length > 0,
    meant: found.places.length > 0 ? found.meant : [],
    taken: found.places.length > 0 ? found.taken : null,
    usesPrice: view !== null || !asksForPrices(input),
  };
}
