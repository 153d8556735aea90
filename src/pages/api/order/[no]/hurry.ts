import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { hurryMyOrder } from '#lib/server/services/orders/change.ts';

export const POST = endpoint(api.hurryOrder, schemas.hurryOrder, hurryMyOrder);
