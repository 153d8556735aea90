import { activityFilter } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listFlashGoods } from '#lib/server/services/activities/flash.ts';

export const GET = endpoint(api.flashGoods, activityFilter, listFlashGoods);
