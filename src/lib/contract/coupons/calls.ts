/** Calls of coupons. */
import { get, post } from '../call.ts';
import type { couponsSchemas } from './schema.ts';

type Schemas = typeof couponsSchemas;

export const couponsCalls = {
  couponCenter: get<Schemas['couponCenter']>('/api/coupon-center', 'all'),
  claimCoupon: post<Schemas['claimCoupon']>('/api/coupon/{id}/claim', 'buyer', 'order'),
  heldCoupons: get<Schemas['heldCoupons'], 'buyer'>('/api/user/coupon', 'buyer'),
  availableCoupons: get<Schemas['availableCoupons'], 'buyer'>('/api/user/available-coupon', 'buyer'),
  couponCount: get<Schemas['couponCount'], 'buyer'>('/api/user/coupon-count', 'buyer'),
};
