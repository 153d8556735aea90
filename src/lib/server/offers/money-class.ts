/**
 * The buyer's coupons and region as far as one item's prices depend on them, as a text: the same text, the same prices.
 */
import { isUsable } from '#lib/rules/promotions/after-coupon.ts';
import type { Coupon, EpochMs, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';

/** Held coupons, claimable ones, merchants' freight, and the delivery region. */
export interface MoneyFacts {
  offers: Pick<Offers, 'coupons' | 'merchants'>;
  claimable: readonly Coupon[];
  region: string | null;
}

/** Answers the text of each item for one buyer at one moment. */
export function couponKeys(
  { offers, claimable, region }: MoneyFacts,
  now: EpochMs,
): (terms: Pick<GoodsTerms, 'merchantId' | 'withCoupon'>) => string {
  // Which of two coupons of the same value is taken changes no price.
  const usable = [...offers.coupons, ...claimable].filter((coupon) => isUsable(coupon, now));
  const merchants = new Map(offers.merchants.map((merchant) => [merchant.id, merchant.freight]));
  const texts = new Map<number, { plain: string; withCoupon: string }>();
  return ({ merchantId, withCoupon }) => {
    let text = texts.get(merchantId);
    if (text === undefined) {
      const freight = merchants.get(merchantId);
      const isLocal = freight !== undefined && freight.unservedRegions.length + freight.regionFees.length > 0;
      const plain = isLocal ? (region ?? '-') : '';
      const coupons = usable
        .filter(({ kind, merchantId: of }) => kind === 'platform' || of === merchantId)
        .map(couponText)
        .sort();
      text = { plain, withCoupon: [plain, ...coupons].join('|') };
      texts.set(merchantId, text);
    }
    return withCoupon ? text.withCoupon : text.plain;
  };
}

function couponText({ id, kind, threshold, value }: Coupon): string {
  return `${id < 0 ? 'open' : 'held'} ${kind} ${threshold} ${value}`;
}
