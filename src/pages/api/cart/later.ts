import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listLater } from '#lib/server/services/cart/later.ts';

export const GET = endpoint(api.laterList, schemas.laterList, listLater);
