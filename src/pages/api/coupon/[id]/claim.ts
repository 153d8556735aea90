import { claimInput } from '#lib/contract/coupons/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { claimCoupon } from '#lib/server/services/coupons/center.ts';

export const POST = endpoint(api.claimCoupon, claimInput, claimCoupon);
