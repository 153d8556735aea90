/** Merchants for buyers: the list, one of them, and their items. */

import { showcaseGoods } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { GoodsPage } from '#lib/contract/goods/calls.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { logoPath } from '#lib/contract/goods/pictures.ts';
import type { Merchant, MerchantDetail, MerchantList } from '#lib/contract/merchants.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { findDelivery, findMerchant, listMerchants, type MerchantFacts } from '../catalogue/merchant-rows.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../engines/search/catalogue.ts';
import { getCatalogue } from '../engines/search/live-catalogue.ts';
import { goodsItems } from '../goods/items.ts';
import { listGoods } from '../goods/list.ts';
import { bestSellers } from '../goods/related.ts';
import { deliveryTexts } from './delivery-texts.ts';

/** `GET /api/sjly` and `/api/sjly/showcase`; `keywords` is part of a merchant's name or speciality. */
export async function listShops(
  context: Context<'all'>,
  { page, size, keywords = '' }: { page: number; size: number; keywords?: string },
): Promise<MerchantList> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const catalogue = await getCatalogue(db);
  const word = keywords.normalize('NFKC').toLowerCase();
  const all = (await listMerchants(db)).filter(({ shortName, fullName, speciality }) =>
    [shortName, fullName, speciality].some((text) => text.toLowerCase().includes(word)),
  );
  const rows = all.slice((page - 1) * size, page * size);
  const today = shanghaiDay(now.getTime());
  const counts = countGoods(catalogue, today);
  const shops = rows.map((row) => ({
    row,
    top: bestSellers(catalogue, showcaseGoods, today, undefined, row.id),
  }));
  const ids = shops.flatMap(({ top }) => top);
  const goods = await goodsItems(db, account, catalogue, ids, now.getTime());
  const byId = new Map(goods.map((item) => [item.id, item]));
  const list = shops.map(({ row, top }) => ({
    ...shopOf(row, counts.get(row.id) ?? 0),
    goods: top.map((id) => byId.get(id)).filter((item) => item !== undefined),
  }));
  return { list, total: all.length };
}

/** `GET /api/sjly/detail`. Throws 404 for an unknown merchant. */
export async function getShop(context: Context<'all'>, { id }: { id: number }): Promise<MerchantDetail> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const [row, delivery] = await Promise.all([findMerchant(db, id), findDelivery(db, id)]);
  if (row === null || delivery === null) throw new AppError(404, '商家不存在');
  const catalogue = await getCatalogue(db);
  const today = shanghaiDay(now.getTime());
  const top = bestSellers(catalogue, showcaseGoods, today, undefined, id);
  return {
    ...shopOf(row, countGoods(catalogue, today).get(id) ?? 0),
    goods: await goodsItems(db, account, catalogue, top, now.getTime()),
    phone: row.phone,
    licence_no: row.licenceNo,
    kind: row.kind,
    delivery: deliveryTexts(delivery),
  };
}

/** `GET /api/sjly/goods`: a merchant's items, best sellers first. Throws 404 for an unknown merchant. */
export async function listShopGoods(
  context: Context<'all'>,
  { id, page, size }: { id: number; page: number; size: number },
): Promise<GoodsPage> {
  if ((await findMerchant(context.db, id)) === null) throw new AppError(404, '商家不存在');
  const input = goodsListInput.parse({ merchant_id: [id], page, size, sort: 'sale' });
  const { list, total } = await listGoods(context, input);
  return { list, total, page, size };
}

function shopOf(row: MerchantFacts, count: number): Omit<Merchant, 'goods'> {
  return {
    id: row.id,
    image: logoPath(row.id),
    remarks: row.shortName,
    full_name: row.fullName,
    address: row.address,
    beizhu: row.speciality,
    badges: row.badges,
    policies: row.policies,
    goods_count: count,
  };
}

/** Number of items on offer on a day, by merchant. */
function countGoods({ goods }: Catalogue, today: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let place = 0; place < goods.count; place++) {
    if (!goods.isOffered(place, today)) continue;
    const merchantId = goods.merchantAt(place);
    counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1);
  }
  return counts;
}

/** Name of the platform's own merchants by their kind. */
const houseKind = '自营';

/** Short names of the merchants that are not the platform's own. */
export async function listOtherMerchants({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const all = await listMerchants(db);
  return all.filter(({ kind }) => kind !== houseKind).map(({ shortName }) => shortName);
}
