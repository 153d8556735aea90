import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getActivityInfo } from '#lib/server/services/activities/info.ts';

export const GET = endpoint(api.activityInfo, schemas.activityInfo, getActivityInfo);
