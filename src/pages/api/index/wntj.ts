import { goodsListInput } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listRecommended } from '#lib/server/services/goods/related.ts';

export const GET = endpoint(api.recommendedGoods, goodsListInput, listRecommended);
