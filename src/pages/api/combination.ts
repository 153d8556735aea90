import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCombinations } from '#lib/server/services/activities/combination.ts';

export const GET = endpoint(api.combinations, schemas.combinations, listCombinations);
