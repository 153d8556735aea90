import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { cancelDeskPutIn } from '#lib/server/services/lot-acts/desk.ts';

export const POST = endpoint(api.cancelPutIn, schemas.cancelPutIn, cancelDeskPutIn);
