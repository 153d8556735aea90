/** Everything on offer for one buyer and some goods, in a fixed number of queries. */

import { isKeptFrom } from '#lib/rules/goods/buy-state.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { isOpenTo } from '#lib/rules/promotions/newcomers.ts';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Activity, Coupon, Offers, Voucher } from '#lib/rules/terms/terms.ts';
import type { Db, Tx } from '../../db/client.ts';
import { findActivities } from '../../followed/activities.ts';
import { findPublicRows } from '../../followed/goods.ts';
import type { Account } from '../../repos/accounts.ts';
import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  listActivities,
  listPublicRows,
} from '../../repos/offers.ts';
import {
  findOwnFacts,
  type HeldCoupon,
  nothingOwn,
  type OfferRow,
  offerRowOf,
} from '../../repos/own-facts.ts';
import { combinationOf, sharedActivity } from './activities.ts';
import { merchantTerms, termsOf } from './terms.ts';

/** What a buyer is offered, with the rows it was made from for names and pictures. */
export interface LoadedOffers {
  offers: Offers;
  rows: ReadonlyMap<number, OfferRow>;
  states: ReadonlyMap<number, BuyState>;
  activities: readonly ActivityWithGoods[];
  /** Division code of the default address, by which lists count freight; null where there is none. */
  region: string | null;
}

interface Wanted {
  goodsIds: readonly number[];
  /** Activities that lines name themselves: combinations and add-ons. */
  activityIds?: readonly number[];
  /** Also looks at the goods that may be added on, so that they can be offered. */
  withAddOns?: boolean;
  /** Specs of each goods, where their button is to be told; 1 for those left out. */
  variantCounts?: ReadonlyMap<number, number>;
  /** By the rows as they stand, not by what the process keeps of them: an order is decided so. */
  isFresh?: boolean;
}

/** A promo that begins within this time is offered too, so that a page that stays open predicts it. */
const lookAhead = 24 * 3_600_000;

/** Where goods and activities come from. */
const followed = { rows: findPublicRows, activities: findActivities };
const fresh = {
  rows: async (db: Db | Tx, ids: readonly number[]) =>
    new Map((await listPublicRows(db, ids)).map((row) => [row.goods.id, row])),
  activities: listActivities,
};

/**
 * Loads rows, activities, limits and coupons and makes the engine's terms of them. Goods that do not exist are left
 * out. One query where the process has goods and activities at hand, three where it has not.
 */
export async function loadOffers(
  db: Db | Tx,
  account: Account | null,
  { goodsIds, activityIds = [], withAddOns = false, variantCounts, isFresh = false }: Wanted,
  now: Date,
): Promise<LoadedOffers> {
  const moment = now.getTime();
  const source = isFresh ? fresh : followed;
  const until = new Date(moment + lookAhead);
  const activities = (await source.activities(db, goodsIds, activityIds, now, until)).filter(({ activity }) =>
    isOpenTo(activity, account?.isNewcomer ?? false),
  );
  const partIds = activities.flatMap(({ activity, goods }) =>
    activity.kind === 'combination' && activityIds.includes(activity.id)
      ? goods.map((item) => item.goodsId)
      : goods.filter((item) => withAddOns && item.role === 'add_on').map((item) => item.goodsId),
  );
  const itemIds = activities.flatMap(({ goods }) => goods.filter(isItem).map((item) => item.goodsId));
  const offeredIds = [...new Set([...goodsIds, ...partIds])];
  const allIds = [...new Set([...offeredIds, ...itemIds])];
  const [publicRows, own] = await Promise.all([
    source.rows(db, allIds),
    account ? findOwnFacts(db, account, allIds, quotaScopes(offeredIds, activities, moment)) : nothingOwn,
  ]);
  const rowsOf = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const row = publicRows.get(id);
      return row === undefined ? [] : [offerRowOf(row, own)];
    });
  const offerRows = rowsOf(offeredIds);
  const itemRows = rowsOf(itemIds);
  const { used } = own;
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
      isKept: !isFresh,
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
    ...splitCoupons(own.coupons, account?.isNewcomer ?? true),
  };
  return { offers, rows, states, activities, region: own.region };
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
  held: readonly HeldCoupon[],
  isNewcomer: boolean,
): {
  coupons: Coupon[];
  vouchers: Voucher[];
} {
  const coupons: Coupon[] = [];
  const vouchers: Voucher[] = [];
  for (const { id, name, kind, status, merchantId, threshold, value, startsAt, endsAt, ...rest } of held) {
    if (kind === 'voucher') {
      if (status === 'unused') vouchers.push({ id, name, balance: rest.balance ?? 0, startsAt, endsAt });
    } else {
      coupons.push({
        id,
        kind: merchantId === null ? 'platform' : 'merchant',
        merchantId,
        name,
        threshold,
        value,
        status,
        isBarred: rest.isNewcomerOnly && !isNewcomer,
        startsAt,
        endsAt,
      });
    }
  }
  return { coupons, vouchers };
}
