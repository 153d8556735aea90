import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listReplenish } from '#lib/server/services/quick-order/replenish.ts';

export const GET = endpoint(api.replenish, schemas.replenish, listReplenish);
