import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskOrders } from '#lib/server/services/shipping/orders.ts';

export const GET = endpoint(api.deskOrders, schemas.deskOrders, listDeskOrders);
