import { api } from '#lib/contract/api.ts';
import { goodsId } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getGoods } from '#lib/server/services/goods/detail.ts';

export const GET = endpoint(api.goodsDetail, goodsId, getGoods);
