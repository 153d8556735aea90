import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listStops, setStop } from '#lib/server/services/stops/stops.ts';

export const GET = endpoint(api.deskStops, schemas.deskStops, listStops);
export const POST = endpoint(api.setStop, schemas.setStop, setStop);
