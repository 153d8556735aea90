import { activityFilter } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCombinations } from '#lib/server/services/activities/combination.ts';

export const GET = endpoint(api.combinations, activityFilter, listCombinations);
