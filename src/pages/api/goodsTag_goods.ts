import { tagGoodsInput } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listTagGoods } from '#lib/server/services/zones/tagged.ts';

export const GET = endpoint(api.tagGoods, tagGoodsInput, listTagGoods);
