import { orderNoInput } from '#lib/contract/orders/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { extendMyOrder } from '#lib/server/services/orders/change.ts';

export const POST = endpoint(api.extendOrder, orderNoInput, extendMyOrder);
