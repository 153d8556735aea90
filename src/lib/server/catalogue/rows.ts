/** Public facts of the catalogue besides its items: brands, categories, merchants, promoted items, films. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { LeafletText } from '#lib/rules/goods/leaflet.ts';
import { withRightConfig } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { activity, activityGoods, brand, category, merchant, product } from '../db/schema.ts';
import { papersUntil } from '../db/shelf.ts';

/** Activities that are not over, with their promoted items and prices. Invalid ones are left out. */
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
      isForNewcomers: sql<boolean>`coalesce((${activity.config}->>'isForNewcomers')::boolean, false)`,
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

/** The classes (处方药, 甲类OTC…) of all products that reference this film; none when no product does. */
export async function listFilmClasses(db: Db | Tx, video: string): Promise<string[]> {
  const rows = await db.selectDistinct({ otc: product.otc }).from(product).where(eq(product.video, video));
  return rows.map((row) => row.otc);
}

/** The leaflet of a product; null while it has none. */
export async function findLeaflet(db: Db | Tx, productId: number): Promise<LeafletText | null> {
  const [row] = await db.select({ leaflet: product.leaflet }).from(product).where(eq(product.id, productId));
  return row?.leaflet ?? null;
}

/** All brands with the ids that ads and addresses use. */
export function listBrands(db: Db) {
  return db.select().from(brand).orderBy(asc(brand.id));
}

/** The brand of an id, or null. */
export async function findBrand(db: Db, id: number) {
  const [row] = await db.select().from(brand).where(eq(brand.id, id));
  return row ?? null;
}

/** The whole tree, parents before children, in the shop's order. */
export async function listCategories(db: Db | Tx): Promise<CategoryRow[]> {
  return db
    .select({
      id: category.id,
      parentId: category.parentId,
      kind: category.kind,
      name: category.name,
      level: category.level,
    })
    .from(category)
    .orderBy(asc(category.level), asc(category.sort), asc(category.id));
}

export interface CategoryRow {
  id: number;
  parentId: number | null;
  kind: string;
  name: string;
  level: number;
}

const publicFacts = {
  id: merchant.id,
  shortName: merchant.shortName,
  fullName: merchant.fullName,
  province: merchant.province,
  city: merchant.city,
  address: merchant.address,
  licenceNo: merchant.licenceNo,
  kind: merchant.kind,
  speciality: merchant.speciality,
  badges: merchant.badges,
  policies: merchant.policies,
  phone: merchant.phone,
  returnName: merchant.returnName,
  returnPhone: merchant.returnPhone,
  returnAddress: merchant.returnAddress,
  salesRegions: merchant.salesRegions,
  isClosing: sql<boolean>`${merchant.closingAt} is not null`,
  papersUntil,
};

const deliveryFacts = {
  freeShippingAmount: merchant.freeShippingAmount,
  shippingFee: merchant.shippingFee,
  coldChainFee: merchant.coldChainFee,
  minOrderAmount: merchant.minOrderAmount,
  salesRegions: merchant.salesRegions,
  freightRules: merchant.freightRules,
};

/** All merchants in the shop's order. */
export async function listMerchants(db: Db | Tx) {
  return db.select(publicFacts).from(merchant).orderBy(asc(merchant.sort), asc(merchant.id));
}
export type MerchantFacts = Awaited<ReturnType<typeof listMerchants>>[number];

export async function findMerchant(db: Db | Tx, id: number): Promise<MerchantFacts | null> {
  const [row] = await db.select(publicFacts).from(merchant).where(eq(merchant.id, id));
  return row ?? null;
}

/** A merchant's delivery fees and areas. Amounts in fen. */
export async function findDelivery(db: Db | Tx, id: number) {
  const [row] = await db.select(deliveryFacts).from(merchant).where(eq(merchant.id, id));
  return row ?? null;
}
export type DeliveryFacts = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
