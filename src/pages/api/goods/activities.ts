import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listActivityGoods } from '#lib/server/services/activities/goods.ts';

export const GET = endpoint(api.activityGoods, schemas.activityGoods, listActivityGoods);
