import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { enterStore } from '#lib/server/services/stores/stores.ts';

export const POST = endpoint(api.enterStore, schemas.enterStore, enterStore);
