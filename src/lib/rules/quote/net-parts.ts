/** What 到手单价 is made of: its facts, the full reduction that counts, the coupons that are taken. */
import type { Fen } from '../money/money.ts';
import {
  type Activity,
  type Coupon,
  type EpochMs,
  type FreightTerms,
  type FullReduction,
  type GoodsTerms,
  type Id,
  isRunning,
} from '../terms/terms.ts';
import type { Beside } from './beside.ts';

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
  /** The reader's cart; null where nothing in it is ticked. */
  beside?: Beside | null;
}

/**
 * A unit price with its purchase. `freight` is what the purchase adds to the merchant's freight and part of the price;
 * `others` is what other lines of the cart pay of it already.
 */
export type NetPrice = { price: Fen; quantity: number; freight: Fen; others: Fen; couponIds: Id[] };

/** Of several full reductions the first running one counts, as in a quote. */
export function firstReduction(
  { activityIds, merchantId }: Pick<GoodsTerms, 'activityIds' | 'merchantId'>,
  activities: readonly Activity[],
  now: EpochMs,
): FullReduction | null {
  if (activityIds.length === 0) return null;
  let first: FullReduction | null = null;
  let place = Infinity;
  for (const activity of activities) {
    if (activity.kind !== 'full_reduction' || activity.merchantId !== merchantId) continue;
    const at = activityIds.indexOf(activity.id);
    if (at === -1 || at >= place || !isRunning(activity, now)) continue;
    [first, place] = [activity, at];
  }
  return first;
}

/** The amounts that coupons look at: of the merchant's lines that take coupons, and of all merchants' together. */
type Amounts = { own: Fen; all: Fen };

/** The merchant's coupon and the platform's that `chooseCoupons` would take for amounts; no sentence is made. */
export function bestCoupons(
  coupons: readonly Coupon[],
  merchantId: Id,
  amounts: Amounts,
  now: EpochMs,
): { own: Coupon | null; platform: Coupon | null } {
  let own: Coupon | null = null;
  let platform: Coupon | null = null;
  for (const coupon of coupons) {
    const amount = coupon.kind === 'platform' ? amounts.all : amounts.own;
    if (coupon.status !== 'unused' || coupon.isBarred || amount <= 0 || amount < coupon.threshold) continue;
    if (!isRunning(coupon, now)) continue;
    if (coupon.kind === 'platform') platform = better(coupon, platform);
    else if (coupon.merchantId === merchantId) own = better(coupon, own);
  }
  return { own, platform };
}

/** The most valuable; between equals the one that ends sooner, then the older. */
function better(coupon: Coupon, than: Coupon | null): Coupon {
  if (than === null) return coupon;
  const order = than.value - coupon.value || coupon.endsAt - than.endsAt || coupon.id - than.id;
  return order < 0 ? coupon : than;
}
