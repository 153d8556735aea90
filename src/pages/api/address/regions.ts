import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listRegions } from '#lib/server/services/addresses/regions.ts';

export const GET = endpoint(api.regions, schemas.regions, listRegions);
