import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { liftStop } from '#lib/server/services/stops/stops.ts';

export const POST = endpoint(api.liftStop, schemas.liftStop, liftStop);
