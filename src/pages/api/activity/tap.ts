import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listActivityTabs } from '#lib/server/services/activities/tabs.ts';

export const GET = endpoint(api.activityTabs, emptyInput, listActivityTabs);
