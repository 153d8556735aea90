import { goodsId } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getGoods } from '#lib/server/services/goods/detail.ts';

export const GET = endpoint(api.goodsDetail, goodsId, getGoods);
