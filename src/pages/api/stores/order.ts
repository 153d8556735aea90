import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { orderStores } from '#lib/server/services/stores/table.ts';

export const POST = endpoint(api.orderStores, schemas.orderStores, orderStores);
