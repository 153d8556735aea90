import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listTagGoods } from '#lib/server/services/zones/tagged.ts';

export const GET = endpoint(api.tagGoods, schemas.tagGoods, listTagGoods);
