/** What of a buyer's coupons and region the prices of one goods depend on, as a text: the same text, the same prices. */
import { isUsable } from '#lib/rules/promotions/after-coupon.ts';
import type { Coupon, EpochMs, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';

/** Coupons in hand, those that can be claimed, merchants' freight, and where it goes. */
export interface MoneyFacts {
  offers: Pick<Offers, 'coupons' | 'merchants'>;
  claimable: readonly Coupon[];
  region: string | null;
}

/** Answers the text of each goods for one buyer at one moment. */
export function moneyClasses(
  { offers, claimable, region }: MoneyFacts,
  now: EpochMs,
): (terms: Pick<GoodsTerms, 'merchantId' | 'withCoupon'>) => string {
  // Which coupon of two that are worth the same is taken changes no price.
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
