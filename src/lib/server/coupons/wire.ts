/** Coupons on the wire: yuan text, ISO times, amounts only for companies that see prices. Pure. */
import type { CenterCoupon, CouponType, HeldCouponWire } from '#lib/contract/coupons.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { canClaim, claimedPercent, claimState } from '#lib/rules/promotions/claim-state.ts';
import { couponStatusAt, endsWithin } from '#lib/rules/promotions/coupons.ts';
import type { Coupon, EpochMs } from '#lib/rules/terms/terms.ts';
import type { Account } from '../people/account-rows.ts';
import type { CenterRow, CouponRow, HeldRow } from './rows.ts';

/** Days before its end in which a coupon is marked. */
const soonDays = 3;

/** Names of a held coupon's statuses. */
export const couponStatusTexts = {
  unused: '未使用',
  held: '占用中',
  used: '已使用',
  expired: '已过期',
} satisfies Record<Coupon['status'], string>;

/** A coupon's amount reveals prices, so it follows their visibility (rules 1). */
export function seesAmounts(account: Account | null): boolean {
  return account !== null && isApproved(account.companyState);
}

/** A coupon of the coupon centre as `account` sees it. */
export function centerCouponOf(row: CenterRow, account: Account | null, now: EpochMs): CenterCoupon {
  const { coupon, mine, usable, isBarred } = row;
  const state = claimState(
    {
      claimFrom: coupon.claimFrom.getTime(),
      claimTo: coupon.claimTo.getTime(),
      validTo: coupon.validTo.getTime(),
      total: coupon.total,
      claimed: coupon.claimed,
      perCompany: coupon.perCompany,
      mine,
      usable,
      isBarred,
    },
    now,
  );
  return {
    id: coupon.id,
    ...couponFields(coupon, row.merchant, account),
    start_time: coupon.validFrom.toISOString(),
    end_time: coupon.validTo.toISOString(),
    state: state.code,
    state_text: state.text,
    reason: canClaim(state) ? '' : state.reason,
    claim_from: coupon.claimFrom.toISOString(),
    claim_to: coupon.claimTo.toISOString(),
    percent: claimedPercent(coupon),
    limit: coupon.perCompany,
    mine,
    for_newcomers: coupon.isNewcomerOnly ? 1 : 0,
  };
}

/** A coupon of the company. */
export function heldCouponOf(row: HeldRow, account: Account, now: EpochMs): HeldCouponWire {
  const { held, coupon } = row;
  const endsAt = held.validTo.getTime();
  const status = couponStatusAt({ status: held.status, endsAt }, now);
  return {
    id: held.id,
    coupon_id: coupon.id,
    ...couponFields(coupon, row.merchant, account),
    start_time: held.validFrom.toISOString(),
    end_time: held.validTo.toISOString(),
    status,
    status_text: couponStatusTexts[status],
    ...(held.balance !== null && seesAmounts(account) && { balance: formatYuan(held.balance) }),
    trade_no: held.tradeNo ?? '',
    used_at: held.usedAt?.toISOString() ?? null,
    is_soon: held.usedAt === null && endsWithin(endsAt, soonDays, now) ? 1 : 0,
  };
}

function couponFields(coupon: CouponRow, merchant: string | null, account: Account | null) {
  return {
    type: typeOf(coupon),
    name: coupon.name,
    remarks: coupon.remarks,
    merchant_id: coupon.merchantId ?? 0,
    merchant: merchant ?? '平台',
    ...(seesAmounts(account) && {
      amount: formatYuan(coupon.threshold),
      value: formatYuan(coupon.value),
    }),
  };
}

function typeOf({ kind, merchantId }: CouponRow): CouponType {
  if (kind === 'voucher') return 'voucher';
  return merchantId === null ? 'platform' : 'merchant';
}
