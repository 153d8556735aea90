/**
 * Makes offers from the facts read for one buyer: the engine's terms, activities and coupons. Pure but for the cache of
 * shared terms.
 */
import { isHiddenFrom } from '#lib/rules/goods/buy-state.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { canClaim, claimState } from '#lib/rules/promotions/claim-state.ts';
import { activityScope } from '#lib/rules/promotions/quota.ts';
import { type Beside, isOwnLine } from '#lib/rules/quote/beside.ts';
import type { Activity, Coupon, MerchantTerms, Offers, Voucher } from '#lib/rules/terms/terms.ts';
import {
  type HeldCoupon,
  type OfferRow,
  type OpenCoupon,
  type OwnFacts,
  offerRowOf,
} from '../cache/own-facts-rows.ts';
import type { PublicRow } from '../catalogue/offer-rows.ts';
import type { Account } from '../people/account-rows.ts';
import { combinationOf, sharedActivity } from './activities.ts';
import { besideFrom } from './beside.ts';
import type { MoneyFacts } from './keys.ts';
import type { LoadedOffers, OfferFacts, PricedOffers } from './loaded.ts';
import { merchantTerms, termsOf } from './terms.ts';

/** The engine's terms of the facts, for these items among them, and the cart beside which they are bought. */
export function offersFrom(
  facts: OfferFacts,
  account: Account | null,
  goodsIds: readonly number[],
  now: Date,
  variantCounts?: ReadonlyMap<number, number>,
): LoadedOffers {
  const inCart = new Map<number, number>();
  for (const { goodsId, kind, quantity } of facts.cart)
    if (goodsId !== null && isOwnLine(kind)) inCart.set(goodsId, quantity);
  return {
    ...pricedFrom(facts, account, goodsIds, now, variantCounts),
    beside: cartBeside(facts, account, now),
    inCart,
  };
}

/** The caller's cart as prices depend on it; null where nothing is ticked or it was not asked for. */
export function cartBeside(facts: OfferFacts, account: Account | null, now: Date): Beside | null {
  return besideFrom(facts, account, now.getTime(), (ids) => pricedFrom(facts, account, ids, now));
}

function pricedFrom(
  { publicRows, itemIds, own, activities, subjects, source }: OfferFacts,
  account: Account | null,
  goodsIds: readonly number[],
  now: Date,
  variantCounts?: ReadonlyMap<number, number>,
): PricedOffers {
  const moment = now.getTime();
  const rowsOf = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const row = publicRows.get(id);
      return row === undefined ? [] : [offerRowOf(row, own)];
    });
  const offerRows = rowsOf(goodsIds);
  const itemRows = rowsOf(itemIds);
  const { used } = own;
  const rows = new Map(offerRows.map((row) => [row.goods.id, row]));
  const states = new Map<number, BuyState>();
  const goods = offerRows.map((row) => {
    const { terms, state } = termsOf({
      row,
      account,
      activities: subjects.get(row.goods.id) ?? [],
      used,
      now: moment,
      variantCount: variantCounts?.get(row.goods.id) ?? 1,
      isCached: source !== 'database',
    });
    states.set(row.goods.id, state);
    return terms;
  });
  const items = new Map(itemRows.map((row) => [row.goods.id, itemOf(row, account, moment)]));
  const offers: Offers = {
    goods,
    merchants: merchantsOf(offerRows),
    activities: activities
      .map((entry) => sharedActivity(entry, items, used))
      .filter((activity): activity is Activity => activity !== null),
    combinations: activities
      .map((entry) => combinationOf(entry, rows, used.get(activityScope(entry.activity.id, 0)) ?? 0, moment))
      .filter((combination) => combination !== null),
    ...splitCoupons(own.coupons, account?.isNewcomer ?? true),
  };
  const { address } = own;
  const claimable = claimableFrom(own, account, moment);
  return { offers, claimable, rows, states, activities, address, region: address?.regionCode ?? null };
}

/** A buyer's facts that decide about the money of items without anything of their own (money-class.ts). */
export function moneyFactsOf(
  { publicRows, own, goodsIds }: OfferFacts,
  account: Account | null,
  now: Date,
): MoneyFacts {
  const rows = goodsIds.flatMap((id) => publicRows.get(id) ?? []);
  const { coupons } = splitCoupons(own.coupons, account?.isNewcomer ?? true);
  return {
    offers: { coupons, merchants: merchantsOf(rows) },
    claimable: claimableFrom(own, account, now.getTime()),
    region: own.address?.regionCode ?? null,
  };
}

function merchantsOf(rows: readonly PublicRow[]): MerchantTerms[] {
  return [...new Map(rows.map(({ merchant }) => [merchant.id, merchant])).values()].map(merchantTerms);
}

function claimableFrom({ openCoupons }: OwnFacts, account: Account | null, now: number): Coupon[] {
  return openCoupons.flatMap((open) => (open.startsAt <= now ? claimableOf(open, account, now) : []));
}

function claimableOf(open: OpenCoupon, account: Account | null, now: number): Coupon[] {
  const { id, name, merchantId, threshold, value, startsAt, endsAt } = open;
  const isBarred = open.isNewcomerOnly && !(account?.isNewcomer ?? true);
  // A used-up claim of one's own changes only the sentence of a refusal.
  if (!canClaim(claimState({ ...open, validTo: endsAt, usable: 0, isBarred }, now))) return [];
  const kind = merchantId === null ? 'platform' : 'merchant';
  return [
    { id: -id, kind, merchantId, name, threshold, value, status: 'unused', isBarred, startsAt, endsAt },
  ];
}

/** Name, unit and stock of a gift or add-on; no stock for one that may not go to this buyer. */
function itemOf(row: OfferRow, account: Account | null, now: number) {
  const { state } = termsOf({ row, account, activities: [], used: new Map(), now, variantCount: 1 });
  const { name, unit } = row.product;
  return { name, unit, stock: isHiddenFrom(state) ? 0 : row.goods.stock };
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
        ...(rest.heldBy !== null && { heldBy: rest.heldBy }),
        startsAt,
        endsAt,
      });
    }
  }
  return { coupons, vouchers };
}
