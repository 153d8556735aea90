/** 券后价 (qhj): the price that a card may promise before anything is in the cart. */
import type { Fen } from '../money/money.ts';
import { quantityBounds, roundUpTo } from '../terms/quantity.ts';
import { type Coupon, type EpochMs, type GoodsTerms, type Id, isRunning } from '../terms/terms.ts';
import { pricePieces, promoLeft } from './pricing.ts';
import { fullReduction, type ReductionTier } from './promotions.ts';

/** A unit price with the purchase that brings it: `quantity` pieces with these coupons. */
export type AfterCouponPrice = { price: Fen; quantity: number; couponIds: Id[] };

/**
 * The lowest unit price of this item bought alone with coupons: for the least purchase, and for the least one that
 * reaches each coupon's threshold. Rounded up to the fen: a card never promises less than is paid. null when no coupon
 * helps. Coupons are those held by the buyer; thresholds look at the amount after full reduction, by the tiers of each
 * activity of the item.
 */
export function afterCouponPrice(
  terms: GoodsTerms,
  coupons: readonly Coupon[],
  now: EpochMs,
  reductions: readonly (readonly ReductionTier[])[] = [],
): AfterCouponPrice | null {
  const bounds = quantityBounds(terms);
  if (!terms.withCoupon || bounds.disabled) return null;
  const usable = coupons.filter(
    (coupon) =>
      isUsable(coupon, now) && (coupon.kind === 'platform' || coupon.merchantId === terms.merchantId),
  );
  const left = promoLeft(terms.promo, now);
  const grossOf = (quantity: number) => pricePieces(terms, quantity, left, now).gross;
  const reducedOf = (quantity: number) => {
    const gross = grossOf(quantity);
    return reductions.reduce((rest, tiers) => rest - fullReduction(tiers, gross), gross);
  };
  const quantities = new Set(usable.map((coupon) => leastFor(coupon.threshold, bounds, reducedOf)));
  let best: AfterCouponPrice | null = null;
  for (const quantity of quantities) {
    if (quantity > bounds.max) continue;
    const gross = grossOf(quantity);
    const reduced = reducedOf(quantity);
    const reached = usable.filter((coupon) => coupon.threshold <= reduced);
    const chosen = [mostOf(reached, 'merchant'), mostOf(reached, 'platform')].filter(
      (coupon) => coupon !== null,
    );
    const saving = Math.min(
      reduced,
      chosen.reduce((sum, coupon) => sum + coupon.value, 0),
    );
    const price = Math.ceil((gross - saving) / quantity);
    if (saving > 0 && (!best || price < best.price || (price === best.price && quantity < best.quantity)))
      best = { price, quantity, couponIds: chosen.map((coupon) => coupon.id) };
  }
  return best && best.price < grossOf(best.quantity) / best.quantity ? best : null;
}

/** Whether a coupon of a company may help it now. */
export function isUsable(coupon: Coupon, now: EpochMs): boolean {
  return coupon.status === 'unused' && !coupon.isBarred && isRunning(coupon, now);
}

function mostOf(coupons: readonly Coupon[], kind: Coupon['kind']): Coupon | null {
  let best: Coupon | null = null;
  for (const coupon of coupons)
    if (coupon.kind === kind && (!best || coupon.value > best.value)) best = coupon;
  return best;
}

/** The least quantity in bounds whose amount reaches a threshold; beyond the bounds when none does. */
function leastFor(
  threshold: Fen,
  bounds: { min: number; max: number; step: number },
  amountOf: (quantity: number) => Fen,
): number {
  const least = roundUpTo(bounds.min, bounds.step);
  let quantity = least;
  // A ladder or a reduction may lower the amount on the way, so the estimate is mended a few times.
  for (let round = 0; round < 12 && quantity <= bounds.max; round++) {
    const amount = amountOf(quantity);
    if (amount >= threshold || amount === 0) break;
    const wanted = roundUpTo(Math.ceil((threshold * quantity) / amount), bounds.step);
    quantity = Math.max(quantity + bounds.step, wanted);
  }
  // The last leap may have gone a little too far.
  for (let back = quantity - bounds.step; back >= least && amountOf(back) >= threshold; back -= bounds.step)
    quantity = back;
  return quantity;
}
