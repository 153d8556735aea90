import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { cancelMyOrder } from '#lib/server/services/orders/change.ts';

export const POST = endpoint(api.cancelOrder, schemas.cancelOrder, cancelMyOrder);
