import { addCombinationInput } from '#lib/contract/activities/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addCombination } from '#lib/server/services/activities/combination.ts';

export const POST = endpoint(api.addCombination, addCombinationInput, addCombination);
