import { api } from '#lib/contract/api.ts';
import { goodsListInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCategoryGoods } from '#lib/server/services/goods/list.ts';

export const GET = endpoint(api.categoryGoods, goodsListInput, listCategoryGoods);
