/** 到手单价: the price of a piece of one item as the reader's cart would show it, with all effects. */
import type { Fen } from '../money/money.ts';
import { freightLineOf, isUnserved, quoteFreight } from '../promotions/freight.ts';
import { pricePieces, promoLeft } from '../promotions/pricing.ts';
import { fullReduction } from '../promotions/promotions.ts';
import { quantityBounds, roundUpTo, settleBox } from '../terms/quantity.ts';
import type { Coupon, EpochMs, GoodsTerms, Id } from '../terms/terms.ts';
import { netBeside } from './net-beside.ts';
import { bestCoupons, firstReduction, type NetFacts, type NetPrice } from './net-parts.ts';

export type { NetFacts, NetPrice };

/** The pieces for which an item's price is shown: those in the cart, else as many as last time, else the least. */
export function netQuantity(terms: GoodsTerms, inCart: number, last: number): number {
  const bounds = quantityBounds(terms);
  const least = roundUpTo(bounds.min, bounds.step);
  if (bounds.disabled) return least;
  return settleBox(inCart || last || least, bounds).value;
}

/**
 * The unit price of `quantity` pieces as the line of this item in the reader's cart: ladder or promo, its share of full
 * reduction and of the best held coupons, and what it adds to the merchant's freight, rounded up to the fen. It equals
 * `netOfLines` of the `quote` of the cart with this line; without anything ticked, the quote of this line alone. Cash
 * vouchers, gifts and promises are not in it. null where it cannot be bought so, or is not delivered to the region.
 */
export function netPrice(
  terms: GoodsTerms,
  quantity: number,
  facts: NetFacts,
  now: EpochMs,
): NetPrice | null {
  const { min, max, step, disabled } = quantityBounds(terms);
  if (disabled || quantity < roundUpTo(min, step) || quantity > max || quantity % step !== 0) return null;
  const { activities, coupons, freight, region, beside = null } = facts;
  if (isUnserved(freight, region)) return null;
  if (beside !== null) return netBeside(terms, quantity, { ...facts, beside }, now);
  const { gross } = pricePieces(terms, quantity, promoLeft(terms.promo, now), now);
  const reduction = firstReduction(terms, activities, now);
  const reduced = reduction === null ? gross : gross - fullReduction(reduction.tiers, gross);
  const taken = terms.withCoupon ? couponsFor(coupons, terms.merchantId, reduced, now) : [];
  // Together they take off no more than there is.
  const paid = Math.max(
    0,
    taken.reduce((rest, coupon) => rest - coupon.value, reduced),
  );
  const { amount } = quoteFreight(freight, region, [freightLineOf({ ...terms, quantity }, reduced)]);
  return {
    price: Math.ceil((paid + amount) / quantity),
    quantity,
    freight: amount,
    others: 0,
    couponIds: taken.map(({ id }) => id),
  };
}

function couponsFor(coupons: readonly Coupon[], merchantId: Id, amount: Fen, now: EpochMs): Coupon[] {
  const { own, platform } = bestCoupons(coupons, merchantId, { own: amount, all: amount }, now);
  const isRest = platform !== null && amount > (own?.value ?? 0);
  return [own, isRest ? platform : null].filter((coupon) => coupon !== null);
}

/** A unit price that claiming brings, and the coupons that have to be claimed for it. */
export type AfterClaim = { price: Fen; couponIds: Id[] };

/**
 * 领券后: the unit price of the same purchase with claimable coupons added to the held ones; the cart shows it as soon as
 * they are claimed. null where claiming saves nothing. Ids of `claimable` must differ from those of held coupons.
 */
export function netAfterClaim(
  terms: GoodsTerms,
  quantity: number,
  facts: NetFacts,
  claimable: readonly Coupon[],
  now: EpochMs,
  without = netPrice(terms, quantity, facts, now),
): AfterClaim | null {
  if (!terms.withCoupon) return null;
  const own = claimable.filter(
    ({ kind, merchantId }) => kind === 'platform' || merchantId === terms.merchantId,
  );
  if (own.length === 0) return null;
  const holding = (more: readonly Coupon[]) =>
    netPrice(terms, quantity, { ...facts, coupons: [...facts.coupons, ...more] }, now);
  const all = holding(own);
  if (without === null || all === null || all.price >= without.price) return null;
  let needed = own.filter(({ id }) => all.couponIds.includes(id));
  // One that only replaces an equal held coupon need not be claimed.
  for (const one of needed) {
    const others = needed.filter((other) => other !== one);
    if (holding(others)?.price === all.price) needed = others;
  }
  return { price: all.price, couponIds: needed.map(({ id }) => id) };
}
