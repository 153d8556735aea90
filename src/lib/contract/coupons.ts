/** Coupons and cash vouchers: the coupon centre, and a company's coupons (rules 15, rules 4 and 6). */

import { z } from 'zod';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, flagOut, id, money, page, pageSize } from './fields.ts';
import { priced } from './prices.ts';

const moment = z.iso.datetime();

/** An empty text means an unset filter. */
function choice<const T extends [string, ...string[]]>(label: string, values: T) {
  return unset(z.enum(values, { error: `${label}不正确` }).optional());
}

/** Issuer of a coupon; voucher is the cash voucher (现金券), which has no threshold and a running balance. */
export const couponTypes = ['merchant', 'platform', 'voucher'] as const;
export type CouponType = (typeof couponTypes)[number];

export const heldStatuses = ['unused', 'held', 'used', 'expired'] as const;
export type HeldStatus = (typeof heldStatuses)[number];

export const couponCenterInput = z.object({
  type: choice('优惠券类型', ['merchant', 'platform']),
  page: page(),
  size: pageSize(20),
});
export type CouponCenterValues = z.infer<typeof couponCenterInput>;
export type CouponCenterInput = z.input<typeof couponCenterInput>;

export const claimInput = z.object({ id: id('优惠券') });

const couponFields = {
  type: z.enum(couponTypes),
  name: z.string(),
  remarks: z.string(),
  /** 0 for the platform's own. */
  merchant_id: z.number(),
  /** The merchant's short name; 平台 for the platform's own. */
  merchant: z.string(),
  /** Threshold in yuan. Amounts are present only for companies that see prices. */
  amount: priced(money).optional(),
  /** The discount, in yuan. */
  value: priced(money).optional(),
  start_time: moment,
  end_time: moment,
};

/** A coupon of the coupon centre. */
export const centerCoupon = z.object({
  id: z.number(),
  ...couponFields,
  /** Code and text of rules/claim-state. */
  state: z.string(),
  state_text: z.string(),
  /** Why it cannot be claimed; empty where it can. */
  reason: z.string(),
  claim_from: moment,
  claim_to: moment,
  /** How much of it is claimed, in whole percent. */
  percent: z.number(),
  limit: z.number(),
  /** Pieces claimed by the company. */
  mine: z.number(),
  /** 1 for newcomers' coupons, which nobody else sees. */
  for_newcomers: z.number(),
});
export type CenterCoupon = z.infer<typeof centerCoupon>;

const pageOf = { total: z.number().int(), page: z.number(), size: z.number() };

export const couponCenter = z.object({
  list: z.array(centerCoupon),
  ...pageOf,
  /** The server's clock in milliseconds, for countdowns. */
  timestamp: z.number(),
});
export type CouponCenter = z.infer<typeof couponCenter>;

export const heldCouponsInput = z.object({
  /** Empty or `coupon`: coupons of both kinds, without cash vouchers. */
  type: unset(
    z
      .enum(['merchant', 'platform', 'voucher', 'coupon'], { error: '优惠券类型不正确' })
      .optional()
      .transform((type) => (type === 'coupon' ? undefined : type)),
  ),
  status: choice('优惠券状态', ['unused', 'held', 'used', 'expired']),
  page: page(),
  size: pageSize(20),
});
export type HeldCouponsValues = z.infer<typeof heldCouponsInput>;

export const availableCouponsInput = heldCouponsInput.omit({ status: true });
export type AvailableCouponsValues = z.infer<typeof availableCouponsInput>;

/** A coupon or voucher of the company. */
export const heldCoupon = z.object({
  id: z.number(),
  coupon_id: z.number(),
  ...couponFields,
  status: z.enum(heldStatuses),
  status_text: z.string(),
  /** The rest of a cash voucher. */
  balance: priced(money).optional(),
  /** The trade that reserves or used it; empty without one. */
  trade_no: z.string(),
  used_at: moment.nullable(),
  /** Ends within three days. */
  is_soon: flagOut,
});
export type HeldCouponWire = z.infer<typeof heldCoupon>;

export const heldCoupons = z.object({ list: z.array(heldCoupon), ...pageOf });
export type HeldCoupons = z.infer<typeof heldCoupons>;

/** Number of coupons by state; vouchers separately, with their balance in yuan. */
export const couponCount = z.object({
  unused: z.number(),
  held: z.number(),
  used: z.number(),
  expired: z.number(),
  voucher: z.object({
    unused: z.number(),
    used: z.number(),
    expired: z.number(),
    balance: priced(money).optional(),
  }),
});
export type CouponCount = z.infer<typeof couponCount>;

export const couponsCalls = {
  couponCenter: get('/api/coupon-center', { who: 'all', input: couponCenterInput, output: couponCenter }),
  claimCoupon: post('/api/coupon/{id}/claim', {
    who: 'buyer',
    may: 'order',
    input: claimInput,
    output: centerCoupon,
  }),
  heldCoupons: get('/api/user/coupon', { who: 'buyer', input: heldCouponsInput, output: heldCoupons }),
  availableCoupons: get('/api/user/available-coupon', {
    who: 'buyer',
    input: availableCouponsInput,
    output: heldCoupons,
  }),
  couponCount: get('/api/user/coupon-count', { who: 'buyer', input: emptyInput, output: couponCount }),
};
