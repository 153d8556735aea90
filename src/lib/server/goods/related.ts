/** Items next to an item: hot ones, recommended ones, related ones. */
import { AppError } from '#lib/contract/errors.ts';
import type { GoodsItem, GoodsPage } from '#lib/contract/goods/calls.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from './items.ts';

/** `GET /api/goods/hot`: best sellers, each product once, in stock. */
export async function listHot(
  context: Context<'all'>,
  { size }: { size: number },
): Promise<{ list: GoodsItem[]; total: number }> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const list = await goodsItems(
    db,
    account,
    catalogue,
    bestSellers(catalogue, size, shanghaiDay(now.getTime())),
    now.getTime(),
  );
  return { list, total: list.length };
}

/** Ids of best sellers on offer `today` and in stock, each product once; optionally of one category. */
export function bestSellers(
  catalogue: Catalogue,
  limit: number,
  today: number,
  categoryId?: number,
  merchantId?: number,
): number[] {
  const { goods, products, tree } = catalogue;
  const within = categoryId === undefined ? null : tree.within(categoryId);
  const seen = new Set<number>();
  const ids: number[] = [];
  for (const place of catalogue.order('sale')) {
    if (ids.length >= limit) break;
    const product = goods.productAt(place);
    if (!goods.isOffered(place, today) || !goods.isInStock(place) || seen.has(product)) continue;
    if (within !== null && !within.has(products.categoryOf(product))) continue;
    if (merchantId !== undefined && goods.merchantAt(place) !== merchantId) continue;
    seen.add(product);
    ids.push(goods.idAt(place));
  }
  return ids;
}

/** `GET api/goods/relation`: other products of the same category, best sellers first. Throws 404 for unknown items. */
export async function listRelated(
  context: Context<'all'>,
  input: { goods_id: number; page: number; size: number },
): Promise<GoodsPage> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const { goods, products, tree } = catalogue;
  const place = goods.places.get(input.goods_id);
  if (place === undefined) throw new AppError(404, '商品不存在');
  const category = products.categoryOf(goods.productAt(place));
  const nameAt = (at: number | undefined) => products.nameOf(goods.productAt(at ?? -1));
  const name = nameAt(place);
  // A small category is filled up from its parent.
  const today = shanghaiDay(now.getTime());
  const near = bestSellers(catalogue, Infinity, today, category);
  const above = tree.find(category)?.parentId;
  const wider = typeof above === 'number' ? bestSellers(catalogue, Infinity, today, above) : [];
  const ids = [...new Set([...near, ...wider])].filter((id) => nameAt(goods.places.get(id)) !== name);
  const from = (input.page - 1) * input.size;
  return {
    list: await goodsItems(db, account, catalogue, ids.slice(from, from + input.size), now.getTime()),
    total: ids.length,
    page: input.page,
    size: input.size,
  };
}
