import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getMyOrder } from '#lib/server/services/orders/read.ts';

export const GET = endpoint(api.order, schemas.order, getMyOrder);
