import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { settleReturned } from '#lib/server/services/lots/returned.ts';

export const POST = endpoint(api.settleReturned, schemas.settleReturned, settleReturned);
