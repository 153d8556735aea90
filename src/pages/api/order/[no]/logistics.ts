import { api } from '#lib/contract/api.ts';
import { orderNoInput } from '#lib/contract/orders.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listLogistics } from '#lib/server/services/orders/read.ts';

export const GET = endpoint(api.orderLogistics, orderNoInput, listLogistics);
