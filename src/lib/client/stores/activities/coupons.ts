/** Claiming in the browser. */

import { api } from '#lib/contract/api.ts';
import type { CenterCoupon, CouponCenter, CouponCenterInput } from '#lib/contract/coupons.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { call } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { goToLogin, react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';

/** The coupon centre for the logged-in buyer; undefined for a visitor, for whom the page is complete. */
export async function loadCouponCenter(input: CouponCenterInput): Promise<CouponCenter | undefined> {
  return isProbablyLoggedIn() ? call(api.couponCenter, input) : undefined;
}

/**
 * Claims a coupon and reports the result; returns its new state, undefined when unknown. A visitor is sent to the login
 * page.
 */
export async function claimCoupon(id: number): Promise<CenterCoupon | undefined> {
  if (!isProbablyLoggedIn()) {
    goToLogin();
    return undefined;
  }
  try {
    const coupon = await call(api.claimCoupon, { id });
    showToast('success', '领取成功', { link: { text: '查看优惠券', href: path('/wdqb/yhq') } });
    return coupon;
  } catch (error) {
    if (error instanceof AppError && error.code === 409) {
      showToast('warning', error.message);
      return isCenterCoupon(error.data) ? error.data : undefined;
    }
    react(error);
    return undefined;
  }
}

/** A refused claim carries the current state of the coupon. */
function isCenterCoupon(data: unknown): data is CenterCoupon {
  return typeof fieldOf(data, 'id') === 'number' && typeof fieldOf(data, 'state') === 'string';
}
