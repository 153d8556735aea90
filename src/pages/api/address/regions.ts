import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listRegions } from '#lib/server/services/addresses/regions.ts';

export const GET = endpoint(api.regions, emptyInput, listRegions);
