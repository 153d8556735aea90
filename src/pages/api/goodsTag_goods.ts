import { api } from '#lib/contract/api.ts';
import { tagGoodsInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listTagGoods } from '#lib/server/services/zones/tagged.ts';

export const GET = endpoint(api.tagGoods, tagGoodsInput, listTagGoods);
