import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { countHeldCoupons } from '#lib/server/services/coupons/held.ts';

export const GET = endpoint(api.couponCount, emptyInput, countHeldCoupons);
