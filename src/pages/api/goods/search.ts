import { api } from '#lib/contract/api.ts';
import { suggestInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { suggestGoods } from '#lib/server/services/goods/search.ts';

export const GET = endpoint(api.suggestGoods, suggestInput, suggestGoods);
