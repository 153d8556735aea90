import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { dropNamedStore } from '#lib/server/services/stores/drop.ts';

export const POST = endpoint(api.dropNamedStore, schemas.dropNamedStore, dropNamedStore);
