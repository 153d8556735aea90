import { api } from '#lib/contract/api.ts';
import { relationInput } from '#lib/contract/goods.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listRelated } from '#lib/server/services/goods/related.ts';

export const GET = endpoint(api.relatedGoods, relationInput, listRelated);
