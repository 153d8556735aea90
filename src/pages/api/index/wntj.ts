import { api } from '#lib/contract/api.ts';
import { goodsListInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listRecommended } from '#lib/server/services/goods/related.ts';

export const GET = endpoint(api.recommendedGoods, goodsListInput, listRecommended);
