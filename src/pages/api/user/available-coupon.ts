import { api } from '#lib/contract/api.ts';
import { availableCouponsInput } from '#lib/contract/coupons.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listAvailableCoupons } from '#lib/server/services/coupons/held.ts';

export const GET = endpoint(api.availableCoupons, availableCouponsInput, listAvailableCoupons);
