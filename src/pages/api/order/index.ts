import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { placeOrder } from '#lib/server/services/orders/place.ts';
import { listMyOrders } from '#lib/server/services/orders/read.ts';

export const GET = endpoint(api.orders, schemas.orders, listMyOrders);
export const POST = endpoint(api.placeOrder, schemas.placeOrder, placeOrder);
