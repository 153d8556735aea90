import { api } from '#lib/contract/api.ts';
import { listOrdersInput, placeOrderInput } from '#lib/contract/orders.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { placeOrder } from '#lib/server/services/orders/place.ts';
import { listMyOrders } from '#lib/server/services/orders/read.ts';

export const GET = endpoint(api.orders, listOrdersInput, listMyOrders);
export const POST = endpoint(api.placeOrder, placeOrderInput, placeOrder);
