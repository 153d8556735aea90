/** Rows of the catalogue: what the index is built from, and what lists and details show. Public facts only. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { withRightConfig } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { activity, activityGoods, goods, product } from '../db/schema.ts';

const indexedProduct = {
  id: product.id,
  categoryId: product.categoryId,
  kind: product.kind,
  name: product.name,
  brand: product.brand,
  maker: product.maker,
  spec: product.spec,
  form: product.form,
  size: product.size,
  approvalNo: product.approvalNo,
  nationalCode: product.nationalCode,
  barcode: product.barcode,
  otc: product.otc,
  scope: product.scope,
  indications: product.indications,
  pinyin: product.pinyin,
  initials: product.initials,
  makerPinyin: product.makerPinyin,
  makerInitials: product.makerInitials,
  rowHash: product.rowHash,
};

/** Products by id, from one id on, for the index. */
export async function listIndexedProducts(db: Db | Tx, after: number, limit: number) {
  return db
    .select(indexedProduct)
    .from(product)
    .where(gt(product.id, after))
    .orderBy(asc(product.id))
    .limit(limit);
}
export type IndexedProduct = Awaited<ReturnType<typeof listIndexedProducts>>[number];

const indexedGoods = {
  id: goods.id,
  productId: goods.productId,
  merchantId: goods.merchantId,
  warehouseId: goods.warehouseId,
  price: goods.price,
  memberPrice: goods.memberPrice,
  rankPrices: goods.rankPrices,
  stock: goods.stock,
  packStep: goods.packStep,
  minQuantity: goods.minQuantity,
  limitQuantity: goods.limitQuantity,
  dayLimit: goods.dayLimit,
  weekLimit: goods.weekLimit,
  ladderType: goods.ladderType,
  ladder: goods.ladder,
  expiresOn: goods.expiresOn,
  buyerTypes: goods.buyerTypes,
  isControlled: goods.isControlled,
  isPreferred: goods.isPreferred,
  isOnShelf: goods.isOnShelf,
  sales: goods.sales,
  createdAt: goods.createdAt,
  /** The row's version: a product that changed after the index was built is seen by it. */
  productHash: product.rowHash,
};

/** Goods by id, from one id on, for the index. */
export async function listIndexedGoods(db: Db | Tx, after: number, limit: number) {
  return db
    .select(indexedGoods)
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(gt(goods.id, after))
    .orderBy(asc(goods.id))
    .limit(limit);
}
export type IndexedGoods = Awaited<ReturnType<typeof listIndexedGoods>>[number];

/** The same for some goods. Unknown ids are left out. */
export async function listIndexedGoodsOf(db: Db | Tx, ids: readonly number[]): Promise<IndexedGoods[]> {
  return db
    .select(indexedGoods)
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(inArray(goods.id, [...ids]));
}

/** Activities that are not over, with the goods they promote and what those cost in them. Wrong ones are left out. */
export async function listPromotedGoods(db: Db | Tx, now: Date) {
  const rows = await db
    .select({
      goodsId: activityGoods.goodsId,
      id: activity.id,
      config: activity.config,
      kind: activity.kind,
      name: activity.name,
      price: activityGoods.price,
      companyLimit: activityGoods.companyLimit,
      stock: activityGoods.stock,
      sold: activityGoods.sold,
      zone: sql<string | null>`${activity.config}->>'zone'`,
      startsAt: activity.startsAt,
      endsAt: activity.endsAt,
    })
    .from(activityGoods)
    .innerJoin(activity, eq(activity.id, activityGoods.activityId))
    .where(and(eq(activity.isOpen, true), gt(activity.endsAt, now), eq(activityGoods.role, 'subject')))
    .orderBy(activity.id);
  return withRightConfig(rows).map(({ id, config, ...row }) => ({ ...row, activityId: id }));
}
export type PromotedGoods = Awaited<ReturnType<typeof listPromotedGoods>>[number];

/** The classes (处方药, 甲类OTC…) of all products that name this film; none when it belongs to nothing. */
export async function listFilmClasses(db: Db | Tx, video: string): Promise<string[]> {
  const rows = await db.selectDistinct({ otc: product.otc }).from(product).where(eq(product.video, video));
  return rows.map((row) => row.otc);
}
