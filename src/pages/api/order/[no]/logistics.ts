import { orderNoInput } from '#lib/contract/orders/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listLogistics } from '#lib/server/services/orders/read.ts';

export const GET = endpoint(api.orderLogistics, orderNoInput, listLogistics);
