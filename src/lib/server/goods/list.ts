/** Lists of items: filters and order from the index, a page of rows from the database (rules 15). */

import { LRUCache } from 'lru-cache';
import { fieldError } from '#lib/contract/errors.ts';
import type { GoodsList, GoodsListInput, GoodsPage } from '#lib/contract/goods/calls.ts';
import { findProhibitedSearch, prohibitedMessage } from '#lib/rules/goods/prohibited.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { type BuyerView, query } from '../engines/search/query.ts';
import { asWritten, bytesToCache, cacheText } from '../fast/json-text.ts';
import { buyerView } from './buyer-view.ts';
import { noFacets } from './facets.ts';
import {
  asksForPrices,
  type FoundGoods,
  filtersOf,
  foundGoods,
  ownOrderOf,
  pageOf,
  sortOf,
  type Within,
  withNearExpiry,
} from './found-goods.ts';
import { goodsItems } from './items.ts';
import { findInOwnOrder } from './own-order.ts';

/**
 * Finds the items of a list. Price sort, price range and 仅看可买 apply only for buyers who see prices. `within` is the
 * scope of the whole list. Throws 422 for a category that does not exist.
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
  if (view !== null && ownOrderOf(input) !== null)
    return findInOwnOrder(context, catalogue, input, today, view, within);
  if (view !== null || within !== undefined) return find(catalogue, input, today, view, within, context.now);
  const key = JSON.stringify(input);
  const cached = cachedOf(catalogue);
  const known = cached.get(key);
  if (known?.version === catalogue.version && known.today === today)
    return { ...known.found, facets: facetsOf(known) };
  const { facets, ...found } = find(catalogue, input, today, null, within, context.now);
  const text = bytesToCache(JSON.stringify(facets));
  cached.set(key, { version: catalogue.version, today, found, facets: text });
  return { ...found, facets: cacheText(facets, text) };
}

/** A recent public result, for an index that has not changed since: the same lists are requested all day. */
interface CachedList {
  version: number;
  today: number;
  found: Omit<FoundGoods, 'facets'>;
  /** As text: a tenth of the objects' memory. */
  facets: Buffer;
}

type Facets = FoundGoods['facets'];

/** Parsed only when code reads them: a call just sends them on. */
function facetsOf({ facets }: CachedList): Facets {
  return asWritten<Facets>({ bytes: facets, head: facets.byteLength, from: 0, to: 0 });
}

const keptFor = new WeakMap<Catalogue, LRUCache<string, CachedList>>();

/** Limit of cached facets (bytes) plus cache keys (characters). */
const mostCached = 8_000_000;

function cachedOf(catalogue: Catalogue): LRUCache<string, CachedList> {
  let cached = keptFor.get(catalogue);
  if (cached === undefined) {
    cached = new LRUCache({
      max: 5_000,
      maxSize: mostCached,
      sizeCalculation: ({ facets }, key) => facets.length + key.length + 500,
    });
    keptFor.set(catalogue, cached);
  }
  return cached;
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

/** `GET /api/goods/list`: a page of items as this account may see them. Throws like {@link findGoods}. */
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
  const { ids, total, facets, message, notice } = await findGoods(context, withNearExpiry(input), within);
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

/** 禁售清单: the result is empty, and the answer says why (rules 7). */
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
    taken: null,
    usesPrice: true,
  };
}
