import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { lockDeskLot } from '#lib/server/services/lot-acts/desk.ts';

export const POST = endpoint(api.lockLot, schemas.lockLot, lockDeskLot);
