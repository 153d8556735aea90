import { api } from '#lib/contract/api.ts';
import { orderNoInput } from '#lib/contract/orders.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { hideMyOrder } from '#lib/server/services/orders/change.ts';

export const POST = endpoint(api.hideOrder, orderNoInput, hideMyOrder);
