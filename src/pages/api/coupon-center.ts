import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCouponCenter } from '#lib/server/services/coupons/center.ts';

export const GET = endpoint(api.couponCenter, schemas.couponCenter, listCouponCenter);
