import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { hideMyOrder } from '#lib/server/services/orders/change.ts';

export const POST = endpoint(api.hideOrder, schemas.hideOrder, hideMyOrder);
