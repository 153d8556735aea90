/**
 * Coupons and cash vouchers (rules 4, steps 5 and 6): one merchant coupon a merchant and one platform coupon a
 * trade, on with_coupon lines, thresholds measured after full reduction and before coupons.
 */
import { type Fen, showYuan } from '../money/money.ts';
import type { Choices } from '../terms/asked.ts';
import type { QuotedCoupon, QuotedVoucher } from '../terms/quote-shape.ts';
import type { Coupon, EpochMs, Id, Voucher } from '../terms/terms.ts';

/** The effect of coupons on a trade: the discounts of each merchant's coupon and the platform's, and a text on each. */
export type CouponResult = {
  merchant: Map<Id, { coupon: Coupon; saving: Fen }>;
  platform: { coupon: Coupon; saving: Fen } | null;
  all: QuotedCoupon[];
};

const dayMs = 86_400_000;

/** True for a coupon that can be used still, and ends within so many days. */
export function endsWithin(endsAt: EpochMs, days: number, now: EpochMs): boolean {
  return now < endsAt && endsAt - now <= days * dayMs;
}

/**
 * Chooses coupons for a trade. `ofTicked` is the with_coupon amount by merchant, after full reduction; null
 * while no goods are ticked.
 *
 * 'best' is the true optimum. Thresholds look at amounts before coupons, so no coupon can make another one
 * unusable, and all savings together are min(sum of values, amount): each place may take its own best coupon.
 */
export function chooseCoupons(
  coupons: readonly Coupon[],
  ofTicked: ReadonlyMap<Id, Fen> | null,
  choice: Choices['coupons'],
  now: EpochMs,
): CouponResult {
  const eligible = ofTicked ?? new Map<Id, Fen>();
  let total = 0;
  for (const amount of eligible.values()) total += amount;
  const asked = choice === 'best' ? null : new Set(choice);
  const result: CouponResult = { merchant: new Map(), platform: null, all: [] };
  const refusals = new Map<Id, string | null>();
  let platform: Coupon | null = null;
  for (const coupon of [...coupons].sort(mostFirst)) {
    const amount = amountFor(coupon, eligible, total);
    const refusal = findCouponRefusal(coupon, ofTicked && amount, now);
    refusals.set(coupon.id, refusal);
    if (refusal !== null || (asked && !asked.has(coupon.id))) continue;
    if (coupon.kind === 'platform') platform ??= coupon;
    else if (coupon.merchantId !== null && !result.merchant.has(coupon.merchantId))
      result.merchant.set(coupon.merchantId, { coupon, saving: Math.min(coupon.value, amount) });
  }
  let rest = total;
  for (const { saving } of result.merchant.values()) rest -= saving;
  // A coupon that would take off nothing more is left to the buyer.
  if (platform && rest > 0) result.platform = { coupon: platform, saving: Math.min(platform.value, rest) };
  result.all = coupons.map((coupon) =>
    describe(coupon, {
      amount: amountFor(coupon, eligible, total),
      refusal: refusals.get(coupon.id) ?? null,
      isBarred: findCouponBar(coupon, now) !== null,
      result,
      asked,
    }),
  );
  return result;
}

/** Why a coupon does not count for an eligible amount (null: no goods are ticked): a sentence, or null when it does. */
export function findCouponRefusal(coupon: Coupon, amount: Fen | null, now: EpochMs): string | null {
  const bar = findCouponBar(coupon, now);
  if (bar !== null) return bar;
  if (amount === null) return '请先勾选商品';
  if (amount <= 0)
    return coupon.kind === 'merchant' ? '所选商品中没有该商家可用券的商品' : '所选商品均不可使用优惠券';
  if (amount < coupon.threshold)
    return `可用券商品满¥${showYuan(coupon.threshold)}可用，还差¥${showYuan(coupon.threshold - amount)}`;
  return null;
}

/** Why a coupon counts for no amount at all, or null. */
function findCouponBar(coupon: Coupon, now: EpochMs): string | null {
  const early = couponUnavailable[coupon.status];
  if (early) return early;
  if (coupon.isBarred) return '仅限企业首次采购使用，您的企业已有付款订单';
  if (now >= coupon.endsAt) return '优惠券已过期';
  if (now < coupon.startsAt) return '优惠券未到使用时间';
  return null;
}

const couponUnavailable = {
  unused: null,
  held: '已被其他待付款或待审核的订单占用，付款后即用掉，取消后可再用',
  used: '优惠券已使用',
  expired: '优惠券已过期',
} satisfies Record<Coupon['status'], string | null>;

/** The current status of a coupon: 已过期 follows from its end, whatever is stored. */
export function couponStatusAt(coupon: Pick<Coupon, 'status' | 'endsAt'>, now: EpochMs): Coupon['status'] {
  return coupon.status === 'unused' && now >= coupon.endsAt ? 'expired' : coupon.status;
}

function amountFor(coupon: Coupon, eligible: ReadonlyMap<Id, Fen>, total: Fen): Fen {
  if (coupon.kind === 'platform') return total;
  return coupon.merchantId === null ? 0 : (eligible.get(coupon.merchantId) ?? 0);
}

/** The most valuable first; between equals the one that ends sooner, then the older. */
function mostFirst(a: Coupon, b: Coupon): number {
  return b.value - a.value || a.endsAt - b.endsAt || a.id - b.id;
}

function describe(
  coupon: Coupon,
  {
    amount,
    refusal,
    isBarred,
    result,
    asked,
  }: {
    amount: Fen;
    refusal: string | null;
    isBarred: boolean;
    result: CouponResult;
    asked: Set<Id> | null;
  },
): QuotedCoupon {
  const chosen =
    coupon.kind === 'platform'
      ? result.platform
      : coupon.merchantId === null
        ? null
        : result.merchant.get(coupon.merchantId);
  const isChosen = chosen?.coupon.id === coupon.id;
  const { id, kind, merchantId, name, threshold, value, heldBy } = coupon;
  const crowdedOut = refusal === null && !isChosen && asked?.has(id);
  const oneOnly = kind === 'platform' ? '每次下单限用一张平台券' : '每个商家限用一张店铺券';
  return {
    id,
    kind,
    merchantId,
    name,
    threshold,
    value,
    isUsable: refusal === null,
    isChosen,
    saving: isChosen && chosen ? chosen.saving : refusal === null ? Math.min(value, amount) : 0,
    // More goods help only where nothing else speaks against it.
    gap: isBarred ? 0 : Math.max(0, threshold - amount),
    ...(heldBy !== undefined && { heldBy }),
    reason: refusal ?? (crowdedOut ? (chosen ? oneOnly : '所选商品已无可抵扣金额') : null),
  };
}

/**
 * Pays `amount` from the requested vouchers, the earliest to end first. Vouchers pay goods, not freight. Without a
 * request ('best') only those that pay something are returned.
 */
export function spendVouchers(
  vouchers: readonly Voucher[],
  ids: 'best' | readonly Id[],
  amount: Fen,
  now: EpochMs,
): QuotedVoucher[] {
  const asked = ids === 'best' ? null : new Set(ids);
  let rest = amount;
  return vouchers
    .filter((voucher) => asked?.has(voucher.id) ?? true)
    .sort((a, b) => a.endsAt - b.endsAt || a.id - b.id)
    .map((voucher) => {
      const refusal = findVoucherRefusal(voucher, rest, now);
      const used = refusal === null ? Math.min(voucher.balance, rest) : 0;
      rest -= used;
      return { id: voucher.id, name: voucher.name, used, reason: refusal };
    })
    .filter(({ used }) => asked !== null || used > 0);
}

function findVoucherRefusal(voucher: Voucher, rest: Fen, now: EpochMs): string | null {
  if (now >= voucher.endsAt) return '现金券已过期';
  if (now < voucher.startsAt) return '现金券未到使用时间';
  if (voucher.balance <= 0) return '现金券余额已用完';
  return rest > 0 ? null : '没有可抵扣的商品金额';
}
