import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listAvailableCoupons } from '#lib/server/services/coupons/held.ts';

export const GET = endpoint(api.availableCoupons, schemas.availableCoupons, listAvailableCoupons);
