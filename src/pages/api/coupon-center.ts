import { api } from '#lib/contract/api.ts';
import { couponCenterInput } from '#lib/contract/coupons.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCouponCenter } from '#lib/server/services/coupons/center.ts';

export const GET = endpoint(api.couponCenter, couponCenterInput, listCouponCenter);
