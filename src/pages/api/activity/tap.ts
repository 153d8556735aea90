import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listActivityTabs } from '#lib/server/services/activities/tabs.ts';

export const GET = endpoint(api.activityTabs, schemas.activityTabs, listActivityTabs);
