/** 到手单价: the price of a piece when a quantity of one item is bought alone, with all effects. */
import type { Fen } from '../money/money.ts';
import { quantityBounds, roundUpTo } from '../terms/quantity.ts';
import {
  type Activity,
  type Coupon,
  type EpochMs,
  type FreightTerms,
  type GoodsTerms,
  type Id,
  isRunning,
} from '../terms/terms.ts';
import { isUnserved, quoteFreight } from './freight.ts';
import { pricePieces, promoLeft } from './pricing.ts';
import { fullReduction } from './promotions.ts';

/** What the price of one item depends on besides its own terms. */
export interface NetFacts {
  /** Activities, including those of the item; others do no harm. */
  activities: readonly Activity[];
  /** Coupons that the company holds. */
  coupons: readonly Coupon[];
  /** Of the goods' merchant. */
  freight: FreightTerms;
  /** Division code of the delivery address, null while there is none. */
  region: string | null;
}

/** A unit price with its purchase. `freight` is that of the whole purchase and part of the price. */
export type NetPrice = { price: Fen; quantity: number; freight: Fen; couponIds: Id[] };

/**
 * The unit price of `quantity` pieces bought alone: ladder or promo, the full reduction, the best held coupons, and the
 * merchant's freight, shared over the pieces and rounded up to the fen. It equals the `quote` of this line alone,
 * without vouchers, gifts and promises. null where it cannot be bought so, or is not delivered to the region.
 */
export function netPrice(
  terms: GoodsTerms,
  quantity: number,
  { activities, coupons, freight, region }: NetFacts,
  now: EpochMs,
): NetPrice | null {
  const { min, max, step, disabled } = quantityBounds(terms);
  if (disabled || quantity < roundUpTo(min, step) || quantity > max || quantity % step !== 0) return null;
  if (isUnserved(freight, region)) return null;
  const { gross } = pricePieces(terms, quantity, promoLeft(terms.promo, now), now);
  const reduced = gross - reductionOf(terms, activities, gross, now);
  const taken = terms.withCoupon ? bestCoupons(coupons, terms.merchantId, reduced, now) : [];
  // Together they take off no more than there is.
  const paid = Math.max(
    0,
    taken.reduce((rest, coupon) => rest - coupon.value, reduced),
  );
  const { amount } = quoteFreight(freight, region, [
    {
      amount: reduced,
      quantity,
      isPreferred: terms.isPreferred,
      isColdChain: terms.isColdChain,
      freeShippingNumber: terms.freeShippingNumber,
    },
  ]);
  return {
    price: Math.ceil((paid + amount) / quantity),
    quantity,
    freight: amount,
    couponIds: taken.map(({ id }) => id),
  };
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
): AfterClaim | null {
  if (claimable.length === 0 || !terms.withCoupon) return null;
  const holding = (more: readonly Coupon[]) =>
    netPrice(terms, quantity, { ...facts, coupons: [...facts.coupons, ...more] }, now);
  const without = holding([]);
  const all = holding(claimable);
  if (without === null || all === null || all.price >= without.price) return null;
  let needed = claimable.filter(({ id }) => all.couponIds.includes(id));
  // One that only replaces an equal held coupon need not be claimed.
  for (const one of needed) {
    const others = needed.filter((other) => other !== one);
    if (holding(others)?.price === all.price) needed = others;
  }
  return { price: all.price, couponIds: needed.map(({ id }) => id) };
}

/** Of several full reductions the first running one counts, as in a quote. */
function reductionOf(terms: GoodsTerms, activities: readonly Activity[], gross: Fen, now: EpochMs): Fen {
  if (terms.activityIds.length === 0) return 0;
  let first: Extract<Activity, { kind: 'full_reduction' }> | null = null;
  let place = Infinity;
  for (const activity of activities) {
    if (activity.kind !== 'full_reduction' || activity.merchantId !== terms.merchantId) continue;
    const at = terms.activityIds.indexOf(activity.id);
    if (at === -1 || at >= place || !isRunning(activity, now)) continue;
    [first, place] = [activity, at];
  }
  return first === null ? 0 : fullReduction(first.tiers, gross);
}

/** The merchant's coupon and the platform's that `chooseCoupons` would take for this amount; no sentence is made. */
function bestCoupons(coupons: readonly Coupon[], merchantId: Id, amount: Fen, now: EpochMs): Coupon[] {
  let own: Coupon | null = null;
  let platform: Coupon | null = null;
  for (const coupon of coupons) {
    if (coupon.status !== 'unused' || coupon.isBarred || amount <= 0 || amount < coupon.threshold) continue;
    if (!isRunning(coupon, now)) continue;
    if (coupon.kind === 'platform') platform = better(coupon, platform);
    else if (coupon.merchantId === merchantId) own = better(coupon, own);
  }
  const isRest = platform !== null && amount > (own?.value ?? 0);
  return [own, isRest ? platform : null].filter((coupon) => coupon !== null);
}

/** The most valuable; between equals the one that ends sooner, then the older. */
function better(coupon: Coupon, than: Coupon | null): Coupon {
  if (than === null) return coupon;
  const order = than.value - coupon.value || coupon.endsAt - than.endsAt || coupon.id - than.id;
  return order < 0 ? coupon : than;
}
