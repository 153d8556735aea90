import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listRegions } from '#lib/server/services/regions.ts';

export const GET = endpoint(api.regions, emptyInput, listRegions);
