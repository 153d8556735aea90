import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskLots, putInLot } from '#lib/server/services/lots/desk.ts';

export const GET = endpoint(api.deskLots, schemas.deskLots, listDeskLots);
export const POST = endpoint(api.putInLot, schemas.putInLot, putInLot);
