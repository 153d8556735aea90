/** Lists of goods: filters and order from the index, a page of rows from the database (rules 15). */

import { LRUCache } from 'lru-cache';
import { fieldError } from '#lib/contract/errors.ts';
import {
  type GoodsFacets,
  type GoodsList,
  type GoodsListInput,
  type GoodsPage,
  type GoodsSort,
  isOwnSort,
  type SortOrder,
} from '#lib/contract/goods/schema.ts';
import { findProhibitedSearch, prohibitedMessage } from '#lib/rules/goods/prohibited.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import type { OtherName } from '#lib/rules/names/trade-names.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../../context.ts';
import { keepText } from '../../process/json-text.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { Filters, GoodsTest } from '../../search/filters.ts';
import type { Places } from '../../search/found.ts';
import { getCatalogue } from '../../search/keep.ts';
import { type BuyerView, type Found, query, type Sort } from '../../search/query.ts';
import { buyerView } from './buyer-view.ts';
import { facetsOf, noFacets } from './facets.ts';
import { goodsItems } from './items.ts';
import { boughtPlaces, byNetPrice, mostByNet, type OwnOrderContext, pageAfter } from './own-order.ts';

/** Which way a sort runs when nobody says so. */
const natural: Record<GoodsSort, SortOrder> = {
  default: 'desc',
  sale: 'desc',
  price: 'asc',
  net: 'asc',
  last: 'desc',
  new: 'desc',
  expiry: 'desc',
};

/** What a list is about where it is not about all goods: makes the test of it for this catalogue and moment. */
export type Within = (catalogue: Catalogue, now: number) => GoodsTest;

/** What a list finds, before anybody's prices: the ids of its page, and the counts. */
export interface FoundGoods {
  ids: number[];
  total: number;
  page: number;
  facets: GoodsFacets;
  message: string;
  /** The words stand nowhere as they were typed; what is found has names close to them. */
  isNear: boolean;
  /** Words that were looked for as the drug they are another name of. */
  meant: readonly OtherName[];
  /** What was done instead of what was asked for; empty where nothing was. */
  notice: string;
  /** False when price sort, price range or 仅看可买 were asked for by somebody who may not. */
  isPriceHeard: boolean;
}

/**
 * Finds the goods of a list. Price sort, price range and 仅看可买 hold for buyers who see prices and are ignored for
 * everyone else. `within` says what the whole list is about. Throws 422 for a category that does not exist.
 */
export async function findGoods(
  context: Context<'all'>,
  input: GoodsListInput,
  within?: Within,
): Promise<FoundGoods> {
  const catalogue = await getCatalogue(context.db);
  if (input.category_id !== undefined && catalogue.tree.find(input.category_id) === undefined)
    throw fieldError('category_id', '分类不存在');
  if (findProhibitedSearch(input.keywords) !== null) return refused(input);
  const view = await viewOf(context, catalogue, input);
  const today = shanghaiDay(context.now.getTime());
  if (view !== null && (input.sort === 'net' || input.sort === 'last'))
    return findInOwnOrder(context, catalogue, input, today, view, within);
  if (view !== null || within !== undefined) return find(catalogue, input, today, view, within, context.now);
  const key = JSON.stringify(input);
  const kept = keptOf(catalogue);
  const known = kept.get(key);
  if (known?.version === catalogue.version && known.today === today)
    return { ...known.found, facets: keepText(JSON.parse(known.facets), Buffer.from(known.facets)) };
  const { facets, ...found } = find(catalogue, input, today, null, within, context.now);
  const text = JSON.stringify(facets);
  kept.set(key, { version: catalogue.version, today, found, facets: text });
  return { ...found, facets: keepText(facets, Buffer.from(text)) };
}

/** What was found for anybody lately, in an index that has not changed since: the same lists are asked for all day. */
interface Kept {
  version: number;
  today: number;
  found: Omit<FoundGoods, 'facets'>;
  /** As text: a tenth of what the objects take. */
  facets: string;
}

const keptFor = new WeakMap<Catalogue, LRUCache<string, Kept>>();

/** Characters of facets and of what was asked for that are kept. */
const mostKept = 8_000_000;

function keptOf(catalogue: Catalogue): LRUCache<string, Kept> {
  let kept = keptFor.get(catalogue);
  if (kept === undefined) {
    kept = new LRUCache({
      max: 5_000,
      maxSize: mostKept,
      sizeCalculation: ({ facets }, key) => facets.length + key.length + 500,
    });
    keptFor.set(catalogue, kept);
  }
  return kept;
}

function find(
  catalogue: Catalogue,
  input: GoodsListInput,
  today: number,
  view: BuyerView | null,
  within: Within | undefined,
  now: Date,
): FoundGoods {
  const filters = { ...filtersOf(input), within: within?.(catalogue, now.getTime()) ?? null };
  const found = query(catalogue, filters, sortOf(input, view), today, view);
  return foundGoods(catalogue, input, found, view, pageOf(found.places, input));
}

function pageOf(places: Places, { page, size }: GoodsListInput): Iterable<number> {
  return places.slice((page - 1) * size, page * size);
}

function foundGoods(
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
    isPriceHeard: view !== null || !asksForPrices(input),
  };
}

/** A list by 到手单价 or by the last purchase: the same goods and counts as in any other order. */
async function findInOwnOrder(
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
  if (input.sort === 'last') {
    const bought = await boughtPlaces(context, catalogue, input.order ?? natural.last);
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

/** `GET /api/goods/list`: a page of goods as this account may see them. Throws like {@link findGoods}. */
export async function listGoods(
  context: Context<'all'>,
  input: GoodsListInput,
  within?: Within,
): Promise<GoodsList> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { ids, total, facets, message, notice } = await findGoods(context, input, within);
  const catalogue = await getCatalogue(db);
  return {
    list: await goodsItems(db, account, catalogue, ids, now.getTime()),
    total,
    page: input.page,
    size: input.size,
    facets,
    message: message || notice,
  };
}

/** `GET /api/goods/fl`: the same without the counts. */
export async function listCategoryGoods(context: Context<'all'>, input: GoodsListInput): Promise<GoodsPage> {
  const { list, total, page, size } = await listGoods(context, input);
  return { list, total, page, size };
}

/** Whether an input asks for what only buyers who see prices may ask. */
export function asksForPrices(input: Partial<GoodsListInput>): boolean {
  return (
    isOwnSort(input.sort) ||
    input.buyable === 1 ||
    input.price_min !== undefined ||
    input.price_max !== undefined
  );
}

async function viewOf(
  { db, actor: { account }, now }: Context<'all'>,
  catalogue: Catalogue,
  input: GoodsListInput,
): Promise<BuyerView | null> {
  if (!asksForPrices(input)) return null;
  const wanted = {
    priceFrom: input.price_min === undefined ? null : parseYuan(input.price_min),
    priceTo: input.price_max === undefined ? null : parseYuan(input.price_max),
    isBuyableOnly: input.buyable === 1,
  };
  return buyerView(db, account, catalogue, wanted, now.getTime());
}

function sortOf(input: GoodsListInput, view: BuyerView | null): Sort {
  const wanted = input.sort ?? 'default';
  const by = isOwnSort(wanted) && view === null ? 'default' : wanted;
  return {
    by: by === 'default' || by === 'net' || by === 'last' ? 'relevance' : by,
    descending: (input.order ?? natural[by]) === 'desc',
  };
}

function filtersOf(input: GoodsListInput): Omit<Filters, 'within'> {
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

/** 禁售清单: nothing is found, and the answer says why (rules 7). */
function refused({ page }: GoodsListInput): FoundGoods {
  return {
    ids: [],
    total: 0,
    page,
    facets: noFacets,
    message: prohibitedMessage,
    notice: '',
    isNear: false,
    meant: [],
    isPriceHeard: true,
  };
}
