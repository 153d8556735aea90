/** Coupons and cash vouchers that the platform gives to one company by hand. */
import type { Fen } from '../money/money.ts';
import { findDayEnd } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';

/** A cash voucher pays down to its last fen and has no threshold; a coupon takes off once, where enough is bought. */
export const issuedKinds = {
  voucher: { text: '现金券（无门槛，可分次用）', name: '平台现金券' },
  coupon: { text: '优惠券（满额可用，一次用完）', name: '平台专享券' },
} as const;
export type IssuedKind = keyof typeof issuedKinds;

/** Fen of one, and days until which it may last. */
export const issueLimits = { most: 5_000_00, days: 366 } as const;

/** A coupon or voucher to be granted. `until` is its last day in Shanghai. */
export interface Issue {
  kind: IssuedKind;
  value: Fen;
  threshold: Fen;
  until: string;
}

/** The fault, at its field; null when it may be granted at `now`. */
export function issueProblem(
  { kind, value, threshold, until }: Issue,
  now: EpochMs,
): { field: 'value' | 'threshold' | 'until'; text: string } | null {
  const { most, days } = issueLimits;
  if (value <= 0) return { field: 'value', text: '请填写面额' };
  if (value > most) return { field: 'value', text: `每张最多${most / 100}元` };
  if (kind === 'voucher' && threshold !== 0)
    return { field: 'threshold', text: '现金券没有使用门槛，需要门槛请选优惠券' };
  if (kind === 'coupon' && threshold < value)
    return { field: 'threshold', text: '优惠券的使用门槛不能低于面额' };
  const end = findDayEnd(until);
  if (end === null || end <= now) return { field: 'until', text: '有效期至须为今天或以后的日期' };
  return end > now + days * 86_400_000 ? { field: 'until', text: `有效期最长${days}天` } : null;
}
