import { activityFilter } from '#lib/contract/activities.ts';
import { api } from '#lib/contract/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCombinations } from '#lib/server/services/activities/combination.ts';

export const GET = endpoint(api.combinations, activityFilter, listCombinations);
