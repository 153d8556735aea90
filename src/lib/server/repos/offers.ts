/** Rows behind an offer: one merchant's goods with all that prices and limits depend on for one company. */

import { and, eq, getTableColumns, gt, inArray, lte, ne, or, sql, sum } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { KindWithConfig } from '#lib/rules/promotions/activity-config.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { readActivity } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import {
  activity,
  activityGoods,
  cartLine,
  companyCoupon,
  controlledGrant,
  coupon,
  customerPrice,
  favorite,
  goods,
  merchant,
  product,
  quotaUse,
} from '../db/schema.ts';

import { papersUntil } from './shelf.ts';

/** What pricing and buying need of the goods itself. */
export type GoodsRow = Pick<typeof goods.$inferSelect, keyof typeof goodsColumns>;
/** What a line says of its product. */
export type ProductRow = Pick<typeof product.$inferSelect, keyof typeof productColumns>;
/** What a line and its freight need of the merchant. */
export type MerchantRow = Pick<
  typeof merchant.$inferSelect,
  Exclude<keyof typeof merchantColumns, 'papersUntil'>
> & { papersUntil: string | null };
/** A row whose config was parsed. */
export type ActivityRow<Kind extends ActivityKind = ActivityKind> = Omit<
  typeof activity.$inferSelect,
  'kind' | 'config'
> &
  KindWithConfig<Kind>;
export type ActivityGoodsRow = typeof activityGoods.$inferSelect;

// These rows are read with every page and every change of a cart: unused columns cost more than the query.
const { controlClass, sales, createdAt, updatedAt, ...goodsColumns } = getTableColumns(goods);
const productColumns = {
  id: product.id,
  sku: product.sku,
  name: product.name,
  maker: product.maker,
  spec: product.spec,
  form: product.form,
  origin: product.origin,
  approvalNo: product.approvalNo,
  unit: product.unit,
  otc: product.otc,
  scope: product.scope,
  storage: product.storage,
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
  papersUntil,
};

export interface OfferRow {
  goods: GoodsRow;
  product: ProductRow;
  merchant: MerchantRow;
  customerPrice: number | null;
  /** applied, granted, refused or null. */
  grant: string | null;
  isFavorite: boolean;
  /** Pieces of it in the asker's cart. */
  inCart: number;
}

/** `column = any($name)`: one text for any number of ids, which a prepared statement needs. */
function isAnyOf(column: PgColumn, name: string) {
  return sql`${column} = any(${sql.placeholder(name)}::int[])`;
}

/** Who asks; null is a visitor. */
export type Asker = { companyId: number; userId: string } | null;

/** Seven tables: planning the join takes longer than running it. */
function offerRows(db: Db | Tx, name: string) {
  const inCart = db
    .select({ goodsId: cartLine.goodsId, number: sum(cartLine.number).as('pieces') })
    .from(cartLine)
    .where(
      and(
        eq(cartLine.userId, sql.placeholder('userId')),
        eq(cartLine.companyId, sql.placeholder('companyId')),
        eq(cartLine.isSavedForLater, false),
        ne(cartLine.kind, 'group_buy'),
      ),
    )
    .groupBy(cartLine.goodsId)
    .as('in_cart');
  return db
    .select({
      goods: goodsColumns,
      product: productColumns,
      merchant: merchantColumns,
      customerPrice: customerPrice.price,
      grant: controlledGrant.status,
      isFavorite: sql<boolean>`${favorite.userId} is not null`,
      inCart: sql<number>`coalesce(${inCart.number}, 0)`.mapWith(Number),
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .leftJoin(
      customerPrice,
      and(eq(customerPrice.goodsId, goods.id), eq(customerPrice.companyId, sql.placeholder('companyId'))),
    )
    .leftJoin(
      controlledGrant,
      and(eq(controlledGrant.goodsId, goods.id), eq(controlledGrant.companyId, sql.placeholder('companyId'))),
    )
    .leftJoin(favorite, and(eq(favorite.goodsId, goods.id), eq(favorite.userId, sql.placeholder('userId'))))
    .leftJoin(inCart, eq(inCart.goodsId, goods.id))
    .where(isAnyOf(goods.id, 'goodsIds'))
    .prepare(name);
}

/** Goods by id with product, merchant and what this company has agreed. Unknown ids are left out. */
export async function listOfferRows(
  db: Db | Tx,
  asker: Asker,
  goodsIds: readonly number[],
): Promise<OfferRow[]> {
  return prepared(db, 'offer_rows', (name) => offerRows(db, name)).execute({
    goodsIds,
    companyId: asker?.companyId ?? 0,
    userId: asker?.userId ?? '',
  });
}

/** An activity with its gifts, add-ons and parts, and those of its subjects that were asked for or stand beside them. */
export interface ActivityWithGoods<Kind extends ActivityKind = ActivityKind> {
  activity: ActivityRow<Kind>;
  goods: ActivityGoodsRow[];
}

/** Rows of a join put together by activity, in their order. What has a wrong config is left out and alarmed. */
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
  // An activity may have hundreds of subjects; those on the page count, and those that come along as part or add-on.
  const items = db
    .select({ id: activityGoods.goodsId })
    .from(activityGoods)
    .where(ne(activityGoods.role, 'subject'));
  const counts = or(
    ne(activityGoods.role, 'subject'),
    isAnyOf(activityGoods.goodsId, 'goodsIds'),
    inArray(activityGoods.goodsId, items),
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
          inArray(activity.id, touching),
          isAnyOf(activity.id, 'activityIds'),
          eq(activity.kind, 'cashback'),
        ),
      ),
    )
    .orderBy(activity.id, activityGoods.sort, activityGoods.id)
    .prepare(name);
}

/**
 * Activities that run at `now`, or begin before `until`, and touch any of the goods; cashback over everything too. Those
 * of `activityIds` come whenever they run: a line that names one is to say that it is over.
 */
export async function listActivities(
  db: Db | Tx,
  goodsIds: readonly number[],
  activityIds: readonly number[],
  now: Date,
  until: Date,
): Promise<ActivityWithGoods[]> {
  const query = prepared(db, 'offer_activities', (name) => activitiesOf(db, name));
  return gatherActivities(await query.execute({ goodsIds, activityIds, now, until }));
}

/** What a company has used of its limits, by scope. Scopes it never touched are left out. */
export async function listQuotaUse(
  db: Db | Tx,
  companyId: number,
  scopes: readonly string[],
): Promise<Map<string, number>> {
  if (scopes.length === 0) return new Map();
  const query = prepared(db, 'offer_quota', (name) =>
    db
      .select({ scope: quotaUse.scope, used: quotaUse.used })
      .from(quotaUse)
      .where(
        and(
          eq(quotaUse.companyId, sql.placeholder('companyId')),
          sql`${quotaUse.scope} = any(${sql.placeholder('scopes')}::text[])`,
        ),
      )
      .prepare(name),
  );
  const rows = await query.execute({ companyId, scopes });
  return new Map(rows.map((row) => [row.scope, row.used]));
}

/** Coupons and vouchers that a company holds and has not used, with their terms. */
export async function listHeldCoupons(db: Db | Tx, companyId: number) {
  return prepared(db, 'offer_coupons', (name) =>
    db
      .select({ held: companyCoupon, coupon })
      .from(companyCoupon)
      .innerJoin(coupon, eq(coupon.id, companyCoupon.couponId))
      .where(
        and(
          eq(companyCoupon.companyId, sql.placeholder('companyId')),
          inArray(companyCoupon.status, ['unused', 'held']),
        ),
      )
      .orderBy(companyCoupon.id)
      .prepare(name),
  ).execute({ companyId });
}
