import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { suggestGoods } from '#lib/server/services/goods/search.ts';

export const GET = endpoint(api.suggestGoods, schemas.suggestGoods, suggestGoods);
