/** Rows behind an offer: one merchant's item with everything that prices and limits depend on for one company. */
import { and, eq, getTableColumns, gt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ActivityKind, KindWithConfig } from '#lib/rules/promotions/activity-kinds.ts';
import { readActivity } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { type AskedContracts, contractRuleOf } from '../db/contract-rule.ts';
import { activity, activityGoods, goods, merchant, product } from '../db/schema.ts';
import { papersUntil } from '../db/shelf.ts';
import { intArray } from '../fast/arrays.ts';
import { prepared } from '../fast/prepared.ts';

/** The columns of an item that pricing and buying need. */
export type GoodsRow = Pick<typeof goods.$inferSelect, keyof typeof goodsColumns>;
/** The columns of a product that a line shows. */
export type ProductRow = Pick<
  typeof product.$inferSelect,
  Exclude<keyof typeof productColumns, 'hasLeaflet'>
> & {
  hasLeaflet: boolean;
};
/** The columns of a merchant that a line and its freight need. */
export type MerchantRow = Pick<
  typeof merchant.$inferSelect,
  Exclude<keyof typeof merchantColumns, 'papersUntil' | 'isClosing' | 'contractRule'>
> & { papersUntil: string | null; isClosing: boolean; contractRule: AskedContracts | null };
/** A row whose config was parsed. */
export type ActivityRow<Kind extends ActivityKind = ActivityKind> = Omit<
  typeof activity.$inferSelect,
  'kind' | 'config'
> &
  KindWithConfig<Kind>;
export type ActivityGoodsRow = typeof activityGoods.$inferSelect;

// These rows are read for every page and every change of a cart: unused columns cost more than the query.
const { updatedAt, ...goodsColumns } = getTableColumns(goods);
const productColumns = {
  id: product.id,
  sku: product.sku,
  name: product.name,
  brand: product.brand,
  kind: product.kind,
  categoryId: product.categoryId,
  maker: product.maker,
  spec: product.spec,
  form: product.form,
  origin: product.origin,
  size: product.size,
  approvalNo: product.approvalNo,
  nationalCode: product.nationalCode,
  barcode: product.barcode,
  video: product.video,
  pictures: product.pictures,
  unit: product.unit,
  otc: product.otc,
  scope: product.scope,
  storage: product.storage,
  shelfLifeMonths: product.shelfLifeMonths,
  indications: product.indications,
  // The text itself is long, and only its own page needs it.
  hasLeaflet: sql<boolean>`${product.leaflet} is not null`,
};
const merchantColumns = {
  id: merchant.id,
  shortName: merchant.shortName,
  minOrderAmount: merchant.minOrderAmount,
  shippingFee: merchant.shippingFee,
  freeShippingAmount: merchant.freeShippingAmount,
  coldChainFee: merchant.coldChainFee,
  salesRegions: merchant.salesRegions,
  freightRules: merchant.freightRules,
  restsFrom: merchant.restsFrom,
  restsUntil: merchant.restsUntil,
  isClosing: sql<boolean>`${merchant.closingAt} is not null`,
  papersUntil,
  contractRule: contractRuleOf(sql.raw('"merchant"."id"')),
};

/** The part of an item that all buyers share. */
export interface PublicRow {
  goods: GoodsRow;
  product: ProductRow;
  merchant: MerchantRow;
}

/**
 * `column = any($name)`: one text for any number of ids, which a prepared statement needs. In a select of its own, so
 * that the cached plan is as good as one for just these ids: otherwise PostgreSQL plans again each time.
 */
function isAnyOf(column: PgColumn, name: string) {
  return sql`${column} = any((select ${sql.placeholder(name)}::int[])::int[])`;
}

/** Items by id with product and merchant. Unknown ids are left out. */
export async function listPublicRows(db: Db | Tx, goodsIds: readonly number[]): Promise<PublicRow[]> {
  if (goodsIds.length === 0) return [];
  const query = prepared(db, 'public_rows', (name) => publicRowsOf(db, {}).prepare(name));
  return query.execute({ goodsIds: intArray(goodsIds) });
}

/** The query for {@link listPublicRows}, with more columns. */
export function publicRowsOf<More extends Record<string, SQL>>(db: Db | Tx, more: More) {
  return db
    .select({ goods: goodsColumns, product: productColumns, merchant: merchantColumns, ...more })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(isAnyOf(goods.id, 'goodsIds'));
}

/** An activity with its gifts, add-ons and parts, and those of its subjects that were asked for or belong to them. */
export interface ActivityWithGoods<Kind extends ActivityKind = ActivityKind> {
  activity: ActivityRow<Kind>;
  goods: ActivityGoodsRow[];
}

/**
 * Groups the rows of a join by activity, in their order. An activity with a wrong config is left out and raises an
 * alarm.
 */
export function gatherActivities(
  rows: readonly { activity: typeof activity.$inferSelect; goods: ActivityGoodsRow | null }[],
): ActivityWithGoods[] {
  return [...Map.groupBy(rows, (row) => row.activity.id).values()].flatMap((own) => {
    const read = own[0] ? readActivity(own[0].activity) : null;
    return read === null ? [] : [{ activity: read, goods: own.flatMap((row) => row.goods ?? []) }];
  });
}

function activitiesOf(db: Db | Tx, name: string) {
  const touching = db
    .select({ id: activityGoods.activityId })
    .from(activityGoods)
    .where(isAnyOf(activityGoods.goodsId, 'goodsIds'));
  // An activity may have hundreds of subjects; only those on the page count, and those that come as part or add-on. As
  // arrays, built where they are needed: PostgreSQL scanned the whole table for an `in`.
  const items = db
    .select({ id: activityGoods.goodsId })
    .from(activityGoods)
    .where(ne(activityGoods.role, 'subject'));
  const counts = or(
    ne(activityGoods.role, 'subject'),
    isAnyOf(activityGoods.goodsId, 'goodsIds'),
    sql`${activityGoods.goodsId} = any(array(${items}))`,
  );
  return db
    .select({ activity, goods: activityGoods })
    .from(activity)
    .leftJoin(activityGoods, and(eq(activityGoods.activityId, activity.id), counts))
    .where(
      and(
        eq(activity.isOpen, true),
        or(
          isAnyOf(activity.id, 'activityIds'),
          and(gt(activity.endsAt, sql.placeholder('now')), lte(activity.startsAt, sql.placeholder('until'))),
        ),
        or(
          sql`${activity.id} = any(array(${touching}))`,
          isAnyOf(activity.id, 'activityIds'),
          eq(activity.kind, 'cashback'),
        ),
      ),
    )
    .orderBy(activity.id, activityGoods.sort, activityGoods.id)
    .prepare(name);
}

/**
 * Activities that run at `now`, or begin before `until`, and touch any of the items; also cashback over everything.
 * Those of `activityIds` are included at any time, so that a line that names one can say that it is over.
 */
export async function listActivities(
  db: Db | Tx,
  goodsIds: readonly number[],
  activityIds: readonly number[],
  now: Date,
  until: Date,
): Promise<ActivityWithGoods[]> {
  const query = prepared(db, 'offer_activities', (name) => activitiesOf(db, name));
  return gatherActivities(
    await query.execute({
      goodsIds: intArray(goodsIds),
      activityIds: intArray(activityIds),
      now,
      until,
    }),
  );
}

/** Activities that are open and not over at `now`, with all of their items. */
export async function listOpenActivities(db: Db | Tx, now: Date): Promise<ActivityWithGoods[]> {
  const rows = await db
    .select({ activity, goods: activityGoods })
    .from(activity)
    .leftJoin(activityGoods, eq(activityGoods.activityId, activity.id))
    .where(and(eq(activity.isOpen, true), gt(activity.endsAt, now)))
    .orderBy(activity.id, activityGoods.sort, activityGoods.id);
  return gatherActivities(rows);
}
