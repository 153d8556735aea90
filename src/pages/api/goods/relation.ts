import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listRelated } from '#lib/server/services/goods/related.ts';

export const GET = endpoint(api.relatedGoods, schemas.relatedGoods, listRelated);
