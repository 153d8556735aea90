/** Goods by themselves, as this buyer may see them. */

import type { GoodsDetail } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';

/** The complete data of an item's page. Rejects with AppError 404 for deleted items. */
export function loadGoods(id: number): Promise<GoodsDetail> {
  return call(api.goodsDetail, { id });
}
