import { goodsListInput } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCategoryGoods } from '#lib/server/services/goods/list.ts';

export const GET = endpoint(api.categoryGoods, goodsListInput, listCategoryGoods);
