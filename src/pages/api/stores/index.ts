import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { addStore, listMyStores } from '#lib/server/services/stores/stores.ts';

export const GET = endpoint(api.stores, schemas.stores, listMyStores);
export const POST = endpoint(api.addStore, schemas.addStore, addStore);
