import { suggestInput } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { suggestGoods } from '#lib/server/services/goods/search.ts';

export const GET = endpoint(api.suggestGoods, suggestInput, suggestGoods);
