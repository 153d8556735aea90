/** Goods by themselves, as this buyer may see them. */

import type { GoodsDetail } from '#lib/contract/goods/schema.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';

/** Everything that a goods' page tells. Rejects with AppError 404 for goods that are gone. */
export function loadGoods(id: number): Promise<GoodsDetail> {
  return call(api.goodsDetail, { id });
}
