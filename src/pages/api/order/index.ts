import { listOrdersInput, placeOrderInput } from '#lib/contract/orders/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { placeOrder } from '#lib/server/services/orders/place.ts';
import { listMyOrders } from '#lib/server/services/orders/read.ts';

export const GET = endpoint(api.orders, listOrdersInput, listMyOrders);
export const POST = endpoint(api.placeOrder, placeOrderInput, placeOrder);
