import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listPayMethods } from '#lib/server/services/payments/read.ts';

export const GET = endpoint(api.payMethods, schemas.payMethods, listPayMethods);
