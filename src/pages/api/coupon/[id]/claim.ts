import { api } from '#lib/contract/api.ts';
import { claimInput } from '#lib/contract/coupons.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { claimCoupon } from '#lib/server/services/coupons/center.ts';

export const POST = endpoint(api.claimCoupon, claimInput, claimCoupon);
