/** Recommendations for one company (为你推荐): items similar to its purchases, which it does not buy yet. */
import type { GoodsListInput, GoodsPage } from '#lib/contract/goods/calls.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { listLastBought } from './buyer-rows.ts';
import { goodsItems } from './items.ts';
import { listGoods } from './list.ts';
import { bestSellers } from './related.ts';

/**
 * `GET /api/index/wntj`: recommended items. A buyer without filters gets those similar to the company's purchases; all
 * others, and every filtered request, get best sellers.
 */
export async function listRecommended(context: Context<'all'>, input: GoodsListInput): Promise<GoodsPage> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { page, size } = input;
  if (account === null || isNarrowed(input)) {
    const { list, total } = await listGoods(context, { ...input, in_stock: 1, sort: input.sort ?? 'sale' });
    return { list, total, page, size };
  }
  const [catalogue, bought] = await Promise.all([
    getCatalogue(db),
    listLastBought(db, account.companyId, 'desc'),
  ]);
  const ids = recommendedIds(catalogue, bought, shanghaiDay(now.getTime()));
  const from = (page - 1) * size;
  const list = await goodsItems(db, account, catalogue, ids.slice(from, from + size), now.getTime());
  return { list, total: ids.length, page, size };
}

/** True when it asks for more than the page of 为你推荐 does (sort=sale, order=desc). */
function isNarrowed({
  page: _,
  size: __,
  sort = 'sale',
  order = 'desc',
  ...narrowing
}: GoodsListInput): boolean {
  const isAsked = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return sort !== 'sale' || order !== 'desc' || Object.values(narrowing).some(isAsked);
}

/** Limits of recent categories, and of items of each. */
const categories = 8;
const ofEach = 12;
/** Limit of recommendations; best sellers follow after them. */
const most = 200;

/**
 * Ids of items in stock: best sellers of the categories of `bought` (the latest first) in turn, without the drugs that
 * are bought already, then the best sellers of all. The same for all companies without purchases.
 */
function recommendedIds(catalogue: Catalogue, bought: readonly number[], today: number): number[] {
  const { goods, products } = catalogue;
  const productsOf = bought.flatMap((id) => {
    const place = goods.places.get(id);
    return place === undefined ? [] : [goods.productAt(place)];
  });
  const known = new Set(productsOf.map((product) => products.nameOf(product)));
  const near = [...new Set(productsOf.map((product) => products.categoryOf(product)))]
    .slice(0, categories)
    .map((category) => bestSellers(catalogue, ofEach, today, category));
  const isNews = (id: number) => !known.has(products.nameOf(goods.productAt(goods.places.get(id) ?? -1)));
  const inTurn = Array.from({ length: ofEach }, (_, at) => near.flatMap((ids) => ids[at] ?? [])).flat();
  return [...new Set([...inTurn.filter(isNews), ...bestSellers(catalogue, most, today)])].slice(0, most);
}
