import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { quoteStores } from '#lib/server/services/stores/table.ts';

export const POST = endpoint(api.quoteStores, schemas.quoteStores, quoteStores);
