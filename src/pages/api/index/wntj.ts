import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listRecommended } from '#lib/server/services/goods/recommended.ts';

export const GET = endpoint(api.recommendedGoods, schemas.recommendedGoods, listRecommended);
