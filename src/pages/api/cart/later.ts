import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listLater } from '#lib/server/services/cart/later.ts';

export const GET = endpoint(api.laterList, emptyInput, listLater);
