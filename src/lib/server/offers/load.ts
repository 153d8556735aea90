/** Everything on offer for one buyer and some items, in a fixed number of queries. */
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { isOpenTo } from '#lib/rules/promotions/newcomers.ts';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import { findActivities } from '../cache/activities.ts';
import { findPublicRows } from '../cache/goods.ts';
import { findCachedCart } from '../cache/own-cart.ts';
import { findCachedFacts, findCachedTerms } from '../cache/own-facts.ts';
import { findOwnFacts, nothingOwn, type OfferRow } from '../cache/own-facts-rows.ts';
import {
  type ActivityGoodsRow,
  type ActivityWithGoods,
  type GoodsRow,
  listActivities,
  listPublicRows,
  type PublicRow,
} from '../catalogue/offer-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import type { ActivityState } from './keys.ts';
import type { LoadedOffers, OfferFacts, OfferSource } from './loaded.ts';
import { offersFrom } from './made-offers.ts';

interface Wanted {
  goodsIds: readonly number[];
  /** Activities that lines name themselves: combinations and add-ons. */
  activityIds?: readonly number[];
  /** Also loads the items that may be added on, so that they can be offered. */
  withAddOns?: boolean;
  /** Number of specs of each item, for its button; 1 for those left out. */
  variantCounts?: ReadonlyMap<number, number>;
  /** Also loads what 到手单价 depends on: the coupons that can be claimed, and the caller's cart. */
  withNet?: boolean;
  /** `buyer` where it is left out. */
  source?: OfferSource | undefined;
}

/** A promotion that begins within this time is offered too, so that a page that stays open predicts it. */
const lookAhead = 24 * 3_600_000;

const noLines: readonly QuoteLine[] = [];

/** Each id once; the first list itself where the second has nothing. */
function join(ids: readonly number[], more: readonly number[]): readonly number[] {
  return more.length === 0 ? ids : [...new Set([...ids, ...more])];
}

const cached = { rows: findPublicRows, activities: findActivities };

/** How each source reads items, promotions and the buyer's own facts. */
const readers = {
  database: {
    rows: async (db: Db | Tx, ids: readonly number[]) =>
      new Map((await listPublicRows(db, ids)).map((row) => [row.goods.id, row])),
    activities: listActivities,
    own: findOwnFacts,
  },
  buyer: { ...cached, own: findOwnFacts },
  cart: { ...cached, own: findCachedTerms },
  display: { ...cached, own: findCachedFacts },
} satisfies Record<OfferSource, unknown>;

/**
 * Reads rows, activities, limits and coupons: one query where items and activities are cached, otherwise three. Unknown
 * items are left out.
 */
export async function readOfferFacts(
  db: Db | Tx,
  account: Account | null,
  {
    goodsIds,
    activityIds = [],
    withAddOns = false,
    withNet = false,
    source = 'buyer',
  }: Omit<Wanted, 'variantCounts'>,
  now: Date,
): Promise<OfferFacts> {
  const moment = now.getTime();
  const read = readers[source];
  const until = new Date(moment + lookAhead);
  const cart = withNet && account ? await findCachedCart(db, account) : noLines;
  // Nothing ticked changes no price.
  const ticked = cart.some(({ isSelected }) => isSelected) ? cart : noLines;
  const lineIds = ticked.flatMap(({ goodsId }) => goodsId ?? []);
  const lineActivityIds = ticked.flatMap(({ activityId }) => activityId ?? []);
  const activities = (
    await read.activities(db, join(goodsIds, lineIds), join(activityIds, lineActivityIds), now, until)
  ).filter(({ activity }) => isOpenTo(activity, account?.isNewcomer ?? false));
  const partIds = activities.flatMap(({ activity, goods }) =>
    activity.kind === 'combination' && activityIds.includes(activity.id)
      ? goods.map((item) => item.goodsId)
      : goods.filter((item) => withAddOns && item.role === 'add_on').map((item) => item.goodsId),
  );
  const itemIds = activities.flatMap(({ goods }) => goods.filter(isItem).map((item) => item.goodsId));
  const offeredIds = join(goodsIds, partIds);
  const setIds = activities.flatMap(({ activity, goods }) =>
    activity.kind === 'combination' && lineActivityIds.includes(activity.id)
      ? goods.map((item) => item.goodsId)
      : [],
  );
  const besideIds = join(lineIds, setIds);
  const pricedIds = join(offeredIds, besideIds);
  const allIds = join(pricedIds, itemIds);
  const reading = read.rows(db, allIds);
  // Cached rows say which limits to ask for; an order must not wait for them.
  const known = source === 'database' ? null : await reading;
  const [publicRows, own] = await Promise.all([
    reading,
    account
      ? read.own(
          db,
          account,
          allIds,
          limitScopes(pricedIds, known, activities, moment),
          withNet && mayClaim(account) ? now : null,
        )
      : nothingOwn,
  ]);
  const subjects = subjectsByGoods(activities);
  return { goodsIds: offeredIds, itemIds, publicRows, own, activities, subjects, cart, besideIds, source };
}

/**
 * Loads rows, activities, limits and coupons and makes the engine's terms of them: one query where items and activities
 * are cached, otherwise three. Unknown items are left out.
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

/** True when `claimCoupon` would let this account claim anything. */
function mayClaim({ companyState, role }: Account): boolean {
  return isApproved(companyState) && roleMay(role, 'order');
}

/** The row of a loaded item. Throws for items that were not loaded. */
export function rowOf({ rows }: Pick<LoadedOffers, 'rows'>, id: number): OfferRow {
  return must(rows.get(id), `goods ${id} among the loaded offers`);
}

/** The buyer's state for a loaded item. Throws for items that were not loaded. */
export function stateOf({ states }: Pick<LoadedOffers, 'states'>, id: number): BuyState {
  return must(states.get(id), `the state of goods ${id} among the loaded offers`);
}

function isItem(item: ActivityGoodsRow): boolean {
  return item.role === 'gift' || item.role === 'add_on';
}

function subjectsByGoods(activities: readonly ActivityWithGoods[]) {
  const found = new Map<number, ActivityState[]>();
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

/** Scopes of limits to query: most items and activities have none, and then nothing is counted. */
type Limits = Pick<GoodsRow, 'limitQuantity' | 'dayLimit' | 'weekLimit'>;
const anyLimit: Limits = { limitQuantity: 1, dayLimit: 1, weekLimit: 1 };

/** The scopes of the existing limits; for items whose rows are not known (null) all possible ones. */
function limitScopes(
  goodsIds: readonly number[],
  rows: ReadonlyMap<number, PublicRow> | null,
  activities: readonly ActivityWithGoods[],
  now: EpochMs,
): string[] {
  const scopes: string[] = [];
  for (const id of goodsIds) {
    const limits: Limits | undefined = rows === null ? anyLimit : rows.get(id)?.goods;
    if (limits === undefined) continue;
    if (limits.limitQuantity > 0) scopes.push(limitScope(id));
    if (limits.dayLimit > 0) scopes.push(dayScope(id, now));
    if (limits.weekLimit > 0) scopes.push(weekScope(id, now));
  }
  for (const { activity, goods } of activities) {
    if (activity.kind === 'combination') scopes.push(activityScope(activity.id, 0));
    for (const { companyLimit, goodsId } of goods)
      if (companyLimit > 0) scopes.push(activityScope(activity.id, goodsId));
  }
  return scopes;
}
