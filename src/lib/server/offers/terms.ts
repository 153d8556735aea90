/**
 * From rows to the engine's terms: price and limits of one item for one buyer. Pure but for the cache of shared terms.
 */

import { grantStanding } from '#lib/rules/companies/grant-state.ts';
import { findBuyerTypes, findScope } from '#lib/rules/companies/qualification.ts';
import { buyState, isBuyable } from '#lib/rules/goods/buy-state.ts';
import type { BuyStateBuyer, BuyStateGoods } from '#lib/rules/goods/buy-state-shape.ts';
import { rankPrice } from '#lib/rules/money/rank-price.ts';
import { choosePromo } from '#lib/rules/promotions/pricing.ts';
import { promoOf } from '#lib/rules/promotions/promo-row.ts';
import { activityScope, dayScope, limitScope, weekScope } from '#lib/rules/promotions/quota.ts';
import { shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { warehouseAt } from '#lib/rules/terms/shelf-life.ts';
import type { EpochMs, GoodsTerms, GroupBuy, MerchantTerms, Promo } from '#lib/rules/terms/terms.ts';
import { isRunning } from '#lib/rules/terms/terms.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';
import type { MerchantRow } from '../catalogue/offer-rows.ts';
import { isWithout } from '../core/process/env.ts';
import type { Account } from '../people/account-rows.ts';
import { buyerClass } from './buyer-class.ts';
import { type ActivityState, activitiesKey } from './keys.ts';
import { cacheSharedTerms, findSharedTerms, type SharedTerms, sharedTerms } from './shared-terms.ts';

/** The account as input of `buyState`; null for a visitor. */
export function buyerOf(account: Account | null): BuyStateBuyer | null {
  if (account === null) return null;
  return {
    companyId: account.companyId,
    companyState: account.companyState,
    buyerType: account.buyerType,
    region: account.regionCode,
    scopes: account.scopes,
    papers: account.papers,
  };
}

/** The item as input of `buyState`, without what depends on the page. */
export function soldGoods({
  goods,
  product,
  merchant,
}: OfferRow): Omit<BuyStateGoods, 'variantCount' | 'hasGroupBuy'> {
  return {
    id: goods.id,
    merchantId: goods.merchantId,
    scope: findScope(product.scope),
    buyerTypes: findBuyerTypes(goods.buyerTypes),
    salesRegions: merchant.salesRegions,
    excludedRegions: [],
    isControlled: goods.isControlled,
    isOnShelf: goods.isOnShelf,
    isStopped: goods.isStopped,
    expiresOn: goods.expiresOn,
    merchantPapersUntil: merchant.papersUntil,
    merchantRest: restOf(merchant),
    isMerchantClosing: merchant.isClosing,
    stock: goods.stock,
    packStep: goods.packStep,
    minQuantity: goods.minQuantity,
    limitQuantity: goods.limitQuantity,
    dayLimit: goods.dayLimit,
    weekLimit: goods.weekLimit,
  };
}

function restOf({ restsFrom: from, restsUntil: until }: OfferRow['merchant']) {
  return from === null || until === null ? null : { from, until };
}

/** State of the company's application for a controlled item. */
export function grantOf({ grant }: OfferRow, now: EpochMs): 'granted' | 'pending' | 'none' {
  return grantStanding(grant, now);
}

interface Facts {
  row: OfferRow;
  account: Account | null;
  /** Activities with this item as their subject, by id. */
  activities: readonly ActivityState[];
  used: ReadonlyMap<string, number>;
  now: EpochMs;
  variantCount: number;
  /** The row comes from the cache: its terms are cached too where many buyers share them. */
  isCached?: boolean;
}

/** Terms and buy state of one item for one buyer. Without anything of the buyer's own they are shared and cached. */
export function termsOf(facts: Facts): SharedTerms {
  const { row, account, activities, now, variantCount, isCached = false } = facts;
  const isShared = isCached && !hasOwn(facts) && !isWithout('shared-terms');
  const played = isShared ? activitiesKey(activities, now) : null;
  if (played === null || account === null) return makeTerms(facts, played);
  const buyers = buyerClass(account, now) + played;
  const known = findSharedTerms(row.goods, buyers, variantCount);
  if (known !== undefined) return known;
  const made = makeTerms(facts, played);
  cacheSharedTerms(row.goods, buyers, variantCount, made);
  return made;
}

/** True for a company with an agreement on an item, an application for it, or use of its limits. */
function hasOwn({ row, activities, used, now }: Facts): boolean {
  if (row.customerPrice !== null || row.grant !== null) return true;
  return hasUsed(row.goods.id, activities, used, now);
}

/** True for a company that used a limit of an item: the item's own, or one of its activities'. */
export function hasUsed(
  id: number,
  activities: readonly ActivityState[],
  used: ReadonlyMap<string, number>,
  now: EpochMs,
): boolean {
  if (used.size === 0) return false;
  const scopes = [limitScope(id), dayScope(id, now), weekScope(id, now)];
  for (const { entry } of activities) scopes.push(activityScope(entry.activity.id, id));
  return scopes.some((scope) => used.has(scope));
}

/** `played` is the effect of the item's activities (activitiesKey); null for terms that are not shared. */
function makeTerms(
  { row, account, activities, used, now, variantCount }: Facts,
  played: string | null,
): SharedTerms {
  const { goods } = row;
  const usedOf = (scope: string) => used.get(scope) ?? 0;
  const limits = {
    limitUsed: usedOf(limitScope(goods.id)),
    dayUsed: usedOf(dayScope(goods.id, now)),
    weekUsed: usedOf(weekScope(goods.id, now)),
  };
  const groupBuy = findGroupBuy(activities, now);
  const state = buyState(
    {
      ...soldGoods(row),
      variantCount,
      hasGroupBuy: groupBuy !== null && isRunning(groupBuy, now),
    },
    buyerOf(account),
    { now, grant: grantOf(row, now), ...limits },
  );
  const make = (): GoodsTerms => ({
    id: goods.id,
    merchantId: goods.merchantId,
    warehouseId: warehouseAt(goods, now),
    isColdChain: goods.isColdChain,
    price: goods.price,
    memberPrice: rankPrice(goods, account?.rank ?? 0),
    customerPrice: row.customerPrice,
    marketPrice: goods.marketPrice,
    unit: row.product.unit,
    stock: goods.stock,
    packStep: goods.packStep,
    minQuantity: goods.minQuantity,
    limitQuantity: goods.limitQuantity,
    dayLimit: goods.dayLimit,
    weekLimit: goods.weekLimit,
    ...limits,
    ladder: goods.ladder.length > 0 ? { kind: goods.ladderType, tiers: goods.ladder } : null,
    promo: findPromo(activities, usedOf, now),
    groupBuy,
    activityIds: activities
      .filter(({ entry }) => sharedKinds.has(entry.activity.kind))
      .map(({ entry }) => entry.activity.id),
    withCoupon: goods.withCoupon,
    isPreferred: goods.isPreferred,
    freeShippingNumber: goods.freeShippingNumber || null,
    rebate: goods.rebate || null,
    isBuyable: isBuyable(state),
    refusal: isBuyable(state) ? null : state.reason,
  });
  if (played === null) return { terms: make(), state };
  const values = [account?.rank ?? 0, shanghaiDay(now), variantCount, ...Object.values(state)];
  const key = `${values.join('|')}${played}`;
  return { terms: sharedTerms(goods, key, make), state };
}

/** Activities over several lines; the others price one line. */
const sharedKinds: ReadonlySet<string> = new Set(['full_reduction', 'gift', 'add_on', 'cashback']);

type Subjects = Facts['activities'];

function findPromo(activities: Subjects, usedOf: (scope: string) => number, now: EpochMs): Promo | null {
  const promos = activities.flatMap(({ entry: { activity }, item }) => {
    if (activity.kind !== 'flash' && activity.kind !== 'special') return [];
    const row = {
      ...item,
      kind: activity.kind,
      startsAt: activity.startsAt.getTime(),
      endsAt: activity.endsAt.getTime(),
    };
    return promoOf(row, usedOf(activityScope(activity.id, item.goodsId)), activity.config.variant) ?? [];
  });
  return choosePromo(promos, now);
}

function findGroupBuy(activities: Subjects, now: EpochMs): GroupBuy | null {
  const found = activities
    .flatMap(({ entry: { activity }, item }) =>
      activity.kind === 'group_buy' && item.price !== null ? [{ activity, item, price: item.price }] : [],
    )
    .map(({ activity, item, price }) => ({
      activityId: activity.id,
      price,
      minQuantity: activity.config.minQuantity,
      goal: activity.config.goal,
      joined: item.sold,
      leftNumber: (item.stock ?? 0) - item.sold,
      startsAt: activity.startsAt.getTime(),
      endsAt: activity.endsAt.getTime(),
    }));
  return found.find((groupBuy) => isRunning(groupBuy, now)) ?? found[0] ?? null;
}

/** A merchant's terms: minimum and freight. */
export function merchantTerms(merchant: MerchantRow): MerchantTerms {
  const { preferred, unservedRegions, regionFees } = merchant.freightRules;
  return {
    id: merchant.id,
    name: merchant.shortName,
    minimumAmount: merchant.minOrderAmount,
    freight: {
      fee: merchant.shippingFee,
      freeFrom: merchant.freeShippingAmount > 0 ? merchant.freeShippingAmount : null,
      preferred: preferred ?? null,
      coldChain: merchant.coldChainFee > 0 ? { fee: merchant.coldChainFee, freeFrom: null } : null,
      unservedRegions: unservedRegions ?? [],
      regionFees: regionFees ?? [],
    },
  };
}
