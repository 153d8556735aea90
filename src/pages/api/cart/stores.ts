import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listStores } from '#lib/server/services/cart/copy.ts';

export const GET = endpoint(api.cartStores, emptyInput, listStores);
