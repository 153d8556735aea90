import { goodsCalls } from '#lib/contract/goods/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listTagGoods } from '../zones/tagged.ts';
import { getGoods } from './detail.ts';
import { listCategoryGoods, listGoods } from './list.ts';
import { listRecommended } from './recommended.ts';
import { listHot, listRelated } from './related.ts';
import { suggestGoods } from './search.ts';

export const goodsHandlers = handlers(goodsCalls, {
  goodsList: listGoods,
  goodsDetail: getGoods,
  suggestGoods,
  hotGoods: listHot,
  relatedGoods: listRelated,
  categoryGoods: listCategoryGoods,
  recommendedGoods: listRecommended,
  tagGoods: listTagGoods,
});
