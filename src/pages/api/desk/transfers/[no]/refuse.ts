import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { refuseTransfer } from '#lib/server/services/transfers/refuse.ts';

export const POST = endpoint(api.refuseTransfer, schemas.refuseTransfer, refuseTransfer);
