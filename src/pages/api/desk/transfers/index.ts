import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listTransfers } from '#lib/server/services/transfers/list.ts';

export const GET = endpoint(api.deskTransfers, schemas.deskTransfers, listTransfers);
