import { activityIdInput } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listActivityGoods } from '#lib/server/services/activities/goods.ts';

export const GET = endpoint(api.activityGoods, activityIdInput, listActivityGoods);
