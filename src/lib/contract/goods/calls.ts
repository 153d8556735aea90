/** Calls of goods. */
import { dear, get } from '../call.ts';
import type { goodsSchemas } from './schema.ts';

type Schemas = typeof goodsSchemas;

export const goodsCalls = {
  goodsList: dear('list', get<Schemas['goodsList']>('/api/goods/list', 'all')),
  goodsDetail: get<Schemas['goodsDetail']>('/api/goods/detail/{id}', 'all'),
  suggestGoods: get<Schemas['suggestGoods'], 'anyone'>('/api/goods/search', 'anyone'),
  hotGoods: get<Schemas['hotGoods']>('/api/goods/hot', 'all'),
  relatedGoods: get<Schemas['relatedGoods']>('/api/goods/relation', 'all'),
  categoryGoods: dear('list', get<Schemas['categoryGoods']>('/api/goods/fl', 'all')),
  recommendedGoods: dear('list', get<Schemas['recommendedGoods']>('/api/index/wntj', 'all')),
  tagGoods: dear('list', get<Schemas['tagGoods']>('/api/goodsTag_goods', 'all', true)),
};
