import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getGoods } from '#lib/server/services/goods/detail.ts';

export const GET = endpoint(api.goodsDetail, schemas.goodsDetail, getGoods);
