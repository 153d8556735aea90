/** Everything on offer for one buyer and some goods, in a fixed number of queries. */

import { isApproved } from '#lib/rules/companies/company-state.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { isOpenTo } from '#lib/rules/promotions/newcomers.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../../db/client.ts';
import { findActivities } from '../../followed/activities.ts';
import { findPublicRows } from '../../followed/goods.ts';
import { findKeptFacts, findKeptTerms } from '../../followed/own-facts.ts';
import type { Account } from '../../repos/accounts.ts';
import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  listActivities,
  listPublicRows,
} from '../../repos/offers.ts';
import { findOwnFacts, nothingOwn, type OfferRow } from '../../repos/own-facts.ts';
import type { Played } from './activities-key.ts';
import { limitScopes } from './limit-scopes.ts';
import type { LoadedOffers, OfferFacts } from './loaded.ts';
import { offersFrom } from './made-offers.ts';

interface Wanted {
  goodsIds: readonly number[];
  /** Activities that lines name themselves: combinations and add-ons. */
  activityIds?: readonly number[];
  /** Also looks at the goods that may be added on, so that they can be offered. */
  withAddOns?: boolean;
  /** Specs of each goods, where their button is to be told; 1 for those left out. */
  variantCounts?: ReadonlyMap<number, number>;
  /** Also looks at the coupons that can be claimed. */
  withClaimable?: boolean;
  /** To be shown alone: what is the buyer's own may come from what the process keeps. */
  isShown?: boolean;
  /** To be put into a cart: of what is the buyer's own just what decides about that, as the process keeps it. */
  isForCart?: boolean;
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
 * Reads rows, activities, limits and coupons: one query where the process has goods and activities at hand, three where
 * it has not. Goods that do not exist are left out.
 */
export async function readOfferFacts(
  db: Db | Tx,
  account: Account | null,
  {
    goodsIds,
    activityIds = [],
    withAddOns = false,
    withClaimable = false,
    isShown = false,
    isForCart = false,
    isFresh = false,
  }: Omit<Wanted, 'variantCounts'>,
  now: Date,
): Promise<OfferFacts> {
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
  const reading = source.rows(db, allIds);
  // Rows that are at hand say which limits there are to ask about; an order is in no place to wait for them.
  const known = isFresh ? null : await reading;
  const read = isFresh ? findOwnFacts : isForCart ? findKeptTerms : isShown ? findKeptFacts : findOwnFacts;
  const [publicRows, own] = await Promise.all([
    reading,
    account
      ? read(
          db,
          account,
          allIds,
          limitScopes(offeredIds, known, activities, moment),
          withClaimable && mayClaim(account) ? now : null,
        )
      : nothingOwn,
  ]);
  const subjects = subjectsByGoods(activities);
  return { goodsIds: offeredIds, itemIds, publicRows, own, activities, subjects, isFresh };
}

/**
 * Loads rows, activities, limits and coupons and makes the engine's terms of them. Goods that do not exist are left
 * out. One query where the process has goods and activities at hand, three where it has not.
 */
export async function loadOffers(
  db: Db | Tx,
  account: Account | null,
  wanted: Wanted,
  now: Date,
): Promise<LoadedOffers> {
  const facts = await readOfferFacts(db, account, wanted, now);
  return offersFrom(facts, account, facts.goodsIds, now, wanted.variantCounts);
}

/** Whether `claimCoupon` would let this account claim anything. */
function mayClaim({ companyState, role }: Account): boolean {
  return isApproved(companyState) && roleMay(role, 'order');
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

function subjectsByGoods(activities: readonly ActivityWithGoods[]) {
  const found = new Map<number, Played[]>();
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
