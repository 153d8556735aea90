import { heldCouponsInput } from '#lib/contract/coupons/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listHeldCoupons } from '#lib/server/services/coupons/held.ts';

export const GET = endpoint(api.heldCoupons, heldCouponsInput, listHeldCoupons);
