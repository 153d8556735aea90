import { api } from '#lib/contract/api.ts';
import { categoryGoodsInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listCategoryGoods } from '#lib/server/services/goods/list.ts';

export const GET = endpoint(api.categoryGoods, categoryGoodsInput, listCategoryGoods);
