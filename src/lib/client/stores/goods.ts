/** Goods by themselves, as this buyer may see them. */
import { api } from '#lib/contract/api.ts';
import type { GoodsDetail } from '#lib/contract/goods.ts';
import { call } from '../api.ts';

/** Everything that a goods' page tells. Rejects with AppError 404 for goods that are gone. */
export function loadGoods(id: number): Promise<GoodsDetail> {
  return call(api.goodsDetail, { id });
}
