/** Everything on offer for one buyer and some goods, in a fixed number of queries. */

import { isKeptFrom } from '#lib/rules/goods/buy-state.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Activity, Coupon, Offers, Voucher } from '#lib/rules/terms/terms.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Account } from '../../repos/accounts.ts';
import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  listActivities,
  listHeldCoupons,
  listOfferRows,
  listQuotaUse,
  type OfferRow,
} from '../../repos/offers.ts';
import { combinationOf, sharedActivity } from './activities.ts';
import { merchantTerms, termsOf } from './terms.ts';

/** What a buyer is offered, with the rows it was made from for names and pictures. */
export interface LoadedOffers {
  offers: Offers;
  rows: ReadonlyMap<number, OfferRow>;
  states: ReadonlyMap<number, BuyState>;
  activities: readonly ActivityWithGoods[];
}

interface Wanted {
  goodsIds: readonly number[];
  /** Activities that lines name themselves: combinations and add-ons. */
  activityIds?: readonly number[];
  /** Also looks at the goods that may be added on, so that they can be offered. */
  withAddOns?: boolean;
  /** Specs of each goods, where their button is to be told; 1 for those left out. */
  variantCounts?: ReadonlyMap<number, number>;
}

/** A promo that begins within this time is offered too, so that a page that stays open predicts it. */
const lookAhead = 24 * 3_600_000;

/**
 * Loads rows, activities, limits and coupons and makes the engine's terms of them. Goods that do not exist are left
 * out. Five queries, six when gifts, add-ons or sets bring goods of their own.
 */
export async function loadOffers(
  db: Db | Tx,
  account: Account | null,
  { goodsIds, activityIds = [], withAddOns = false, variantCounts }: Wanted,
  now: Date,
): Promise<LoadedOffers> {
  const moment = now.getTime();
  const activities = await listActivities(db, goodsIds, activityIds, now, new Date(moment + lookAhead));
  const partIds = activities.flatMap(({ activity, goods }) =>
    activity.kind === 'combination' && activityIds.includes(activity.id)
      ? goods.map((item) => item.goodsId)
      : goods.filter((item) => withAddOns && item.role === 'add_on').map((item) => item.goodsId),
  );
  const itemIds = activities.flatMap(({ goods }) => goods.filter(isItem).map((item) => item.goodsId));
  const allIds = [...new Set([...goodsIds, ...partIds])];
  const [offerRows, itemRows, used, coupons] = await Promise.all([
    listOfferRows(db, account, allIds),
    itemIds.length === 0 ? [] : listOfferRows(db, account, itemIds),
    account
      ? listQuotaUse(db, account.companyId, quotaScopes(allIds, activities, moment))
      : new Map<string, number>(),
    account ? listHeldCoupons(db, account.companyId) : [],
  ]);
  const rows = new Map(offerRows.map((row) => [row.goods.id, row]));
  const subjects = subjectsByGoods(activities);
  const states = new Map<number, BuyState>();
  const goods = offerRows.map((row) => {
    const { terms, state } = termsOf({
      row,
      account,
      activities: subjects.get(row.goods.id) ?? [],
      used,
      now: moment,
      variantCount: variantCounts?.get(row.goods.id) ?? 1,
    });
    states.set(row.goods.id, state);
    return terms;
  });
  const items = new Map(itemRows.map((row) => [row.goods.id, itemOf(row, account, moment)]));
  const offers: Offers = {
    goods,
    merchants: [...new Map(offerRows.map((row) => [row.merchant.id, merchantTerms(row.merchant)])).values()],
    activities: activities
      .map((entry) => sharedActivity(entry, items, used))
      .filter((activity): activity is Activity => activity !== null),
    combinations: activities
      .map((entry) => combinationOf(entry, rows, used.get(activityScope(entry.activity.id, 0)) ?? 0, moment))
      .filter((combination) => combination !== null),
    ...splitCoupons(coupons, account?.isNewcomer ?? true),
  };
  return { offers, rows, states, activities };
}

/** The row of loaded goods. Throws for goods that were not loaded. */
export function rowOf({ rows }: Pick<LoadedOffers, 'rows'>, id: number): OfferRow {
  return must(rows.get(id), `goods ${id} among the loaded offers`);
}

/** How a buyer stands to loaded goods. Throws for goods that were not loaded. */
export function stateOf({ states }: Pick<LoadedOffers, 'states'>, id: number): BuyState {
  return must(states.get(id), `the state of goods ${id} among the loaded offers`);
}

function isItem(item: ActivityGoodsRow): boolean {
  return item.role === 'gift' || item.role === 'add_on';
}

/** Name and stock of a gift or add-on; of one that may not go to this buyer there is none. */
function itemOf(row: OfferRow, account: Account | null, now: number) {
  const { state } = termsOf({ row, account, activities: [], used: new Map(), now, variantCount: 1 });
  return { name: row.product.name, stock: isKeptFrom(state) ? 0 : row.goods.stock };
}

function quotaScopes(
  goodsIds: readonly number[],
  activities: readonly ActivityWithGoods[],
  now: number,
): string[] {
  return [
    ...goodsIds.flatMap((id) => [limitScope(id), dayScope(id, now), weekScope(id, now)]),
    ...activities.flatMap(({ activity, goods }) => [
      activityScope(activity.id, 0),
      ...goods.map((item) => activityScope(activity.id, item.goodsId)),
    ]),
  ];
}

function subjectsByGoods(activities: readonly ActivityWithGoods[]) {
  const found = new Map<number, { entry: ActivityWithGoods; item: ActivityGoodsRow }[]>();
  for (const entry of activities) {
    for (const item of entry.goods) {
      if (item.role !== 'subject') continue;
      const list = found.get(item.goodsId) ?? [];
      list.push({ entry, item });
      found.set(item.goodsId, list);
    }
  }
  return found;
}

function splitCoupons(
  rows: Awaited<ReturnType<typeof listHeldCoupons>>,
  isNewcomer: boolean,
): {
  coupons: Coupon[];
  vouchers: Voucher[];
} {
  const coupons: Coupon[] = [];
  const vouchers: Voucher[] = [];
  for (const { held, coupon } of rows) {
    const span = { startsAt: held.validFrom.getTime(), endsAt: held.validTo.getTime() };
    if (coupon.kind === 'voucher') {
      if (held.status === 'unused')
        vouchers.push({ id: held.id, name: coupon.name, balance: held.balance ?? 0, ...span });
    } else {
      coupons.push({
        id: held.id,
        kind: coupon.merchantId === null ? 'platform' : 'merchant',
        merchantId: coupon.merchantId,
        name: coupon.name,
        threshold: coupon.threshold,
        value: coupon.value,
        status: held.status,
        isBarred: coupon.isNewcomerOnly && !isNewcomer,
        ...span,
      });
    }
  }
  return { coupons, vouchers };
}
