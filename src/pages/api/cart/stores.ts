import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listStores } from '#lib/server/services/cart/copy.ts';

export const GET = endpoint(api.cartStores, schemas.cartStores, listStores);
