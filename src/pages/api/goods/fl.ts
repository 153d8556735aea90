import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listCategoryGoods } from '#lib/server/services/goods/list.ts';

export const GET = endpoint(api.categoryGoods, schemas.categoryGoods, listCategoryGoods);
