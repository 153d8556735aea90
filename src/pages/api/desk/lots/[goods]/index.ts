import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getDeskLot } from '#lib/server/services/lots/desk.ts';

export const GET = endpoint(api.deskLot, schemas.deskLot, getDeskLot);
