/** Everything the page of one goods shows, the same for everyone: no price, no leaflet of a prescription drug. */
import { AppError } from '#lib/contract/errors.ts';
import type { GoodsDetail, GoodsItem } from '#lib/contract/goods/calls.ts';
import type { MerchantDetail } from '#lib/contract/merchants.ts';
import { type Context, visitor } from '../../core/context.ts';
import { getGoods, listPublicGoods } from '../../goods/detail.ts';
import { listRelated } from '../../goods/related.ts';
import { getShop } from '../../merchants/merchants.ts';

export interface GoodsPageData {
  goods: GoodsDetail;
  merchant: MerchantDetail;
  /** The same drug elsewhere. */
  same: GoodsItem[];
  related: GoodsItem[];
}

/** Loads the page of an item; null when there is none under this id. */
export async function openGoodsPage(context: Context<'all'>, id: string): Promise<GoodsPageData | null> {
  const anyone = { ...context, actor: visitor };
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  if (number === 0) return null;
  try {
    const goods = await getGoods(anyone, { id: number });
    const [merchant, same, related] = await Promise.all([
      getShop(anyone, { id: goods.sjly.id }),
      listPublicGoods(anyone, goods.same_ids),
      listRelated(anyone, { goods_id: number, page: 1, size: 5 }),
    ]);
    return { goods, merchant, same, related: related.list };
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return null;
    throw error;
  }
}
