import { api } from '#lib/contract/api.ts';
import { hotInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listHot } from '#lib/server/services/goods/related.ts';

export const GET = endpoint(api.hotGoods, hotInput, listHot);
