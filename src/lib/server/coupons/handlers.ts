import { couponsCalls } from '#lib/contract/coupons.ts';
import { handlers } from '../core/calls/handlers.ts';
import { claimCoupon, listCouponCenter } from './center.ts';
import { countHeldCoupons, listAvailableCoupons, listHeldCoupons } from './held.ts';

export const couponsHandlers = handlers(couponsCalls, {
  couponCenter: listCouponCenter,
  claimCoupon,
  heldCoupons: listHeldCoupons,
  availableCoupons: listAvailableCoupons,
  couponCount: countHeldCoupons,
});
