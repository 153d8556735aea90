import { couponCenterInput } from '#lib/contract/coupons/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCouponCenter } from '#lib/server/services/coupons/center.ts';

export const GET = endpoint(api.couponCenter, couponCenterInput, listCouponCenter);
