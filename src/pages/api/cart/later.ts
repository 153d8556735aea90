import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listLater } from '#lib/server/services/cart/later.ts';

export const GET = endpoint(api.laterList, emptyInput, listLater);
