/** Keys of cached offers: what distinguishes buyers and moments for one item, as texts. */
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { isUsable } from '#lib/rules/promotions/after-coupon.ts';
import type { Coupon, EpochMs, GoodsTerms, Offers } from '#lib/rules/terms/terms.ts';
import type { ActivityGoodsRow, ActivityRow, ActivityWithGoods } from '../catalogue/offer-rows.ts';

/** Held coupons, claimable ones, merchants' freight, and the delivery region. */
export interface MoneyFacts {
  offers: Pick<Offers, 'coupons' | 'merchants'>;
  claimable: readonly Coupon[];
  region: string | null;
}

/**
 * The buyer's coupons and region as far as one item's prices depend on them: the same text, the same prices. Answers
 * the text of each item for one buyer at one moment.
 */
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

/** Whether a coupon of the platform may count: then lines of all merchants decide about each other. */
export function hasPlatformCoupon({ offers, claimable }: MoneyFacts, now: EpochMs): boolean {
  return [...offers.coupons, ...claimable].some(
    (coupon) => coupon.kind === 'platform' && isUsable(coupon, now),
  );
}

function couponText({ id, kind, threshold, value }: Coupon): string {
  return `${id < 0 ? 'open' : 'held'} ${kind} ${threshold} ${value}`;
}

// The effect of activities on one item, as a text: the same text means the same terms and offers for buyers of one class.

/** An activity with the item's row in it. */
export interface ActivityState {
  entry: ActivityWithGoods;
  item: ActivityGoodsRow;
}

/**
 * Kinds whose own rows hold all that concerns an item. A gift or an add-on is another item, with a stock of its own.
 */
const ownRows: ReadonlySet<ActivityKind> = new Set([
  'flash',
  'special',
  'group_buy',
  'full_reduction',
  'cashback',
]);

/** Numbers of activity objects: a changed activity is read again, and is another object. */
const numbers = new WeakMap<ActivityRow, number>();
let last = 0;

function numberOf(activity: ActivityRow): number {
  let number = numbers.get(activity);
  if (number === undefined) {
    number = ++last;
    numbers.set(activity, number);
  }
  return number;
}

/**
 * The text of the activities that have an item as their subject, in their order: ids, sold pieces, and whether they
 * run. Empty where there is none, null where further rows count too.
 */
export function activitiesKey(activities: readonly ActivityState[], now: EpochMs): string | null {
  let key = '';
  for (const { entry, item } of activities) {
    const { activity } = entry;
    if (!ownRows.has(activity.kind)) return null;
    const phase =
      now < activity.startsAt.getTime() ? 'ahead' : now < activity.endsAt.getTime() ? 'on' : 'over';
    key += `|${numberOf(activity)} ${item.id} ${item.sold} ${phase}`;
  }
  return key;
}
