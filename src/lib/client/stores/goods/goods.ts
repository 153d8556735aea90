/** Goods by themselves, as this buyer may see them. */

import { api } from '#lib/contract/api.ts';
import type { GoodsDetail } from '#lib/contract/goods/calls.ts';
import { call } from '../../api.ts';

/** The complete data of an item's page. Rejects with AppError 404 for deleted items. */
export function loadGoods(id: number): Promise<GoodsDetail> {
  return call(api.goodsDetail, { id });
}
