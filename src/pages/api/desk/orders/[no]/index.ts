import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getDeskOrder } from '#lib/server/services/shipping/orders.ts';

export const GET = endpoint(api.deskOrder, schemas.deskOrder, getDeskOrder);
