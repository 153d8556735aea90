import type { GoodsPage, TagGoodsValues } from '#lib/contract/goods/calls.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';
import type { ZoneGoods } from '#lib/contract/zones.ts';
import type { Context } from '../core/context.ts';
import { listGoods } from '../goods/list.ts';
import { withinGoods } from './within.ts';

/** The scope of each label's items (rules 17, tag labels). */
const scopes: Record<TagGoodsValues['tag'], ZoneGoods> = {
  优: { preferred: true },
  秒: { promotions: ['秒杀'] },
  满: { promotions: ['满减'] },
  换购: { promotions: ['换购'] },
  赠: { promotions: ['满赠'] },
  特: { promotions: ['特价'] },
  新: { fresh: true },
  拼团: { promotions: ['拼团'] },
};

/** `GET /api/goodsTag_goods`: items with a label, best sellers first. */
export async function listTagGoods(
  context: Context<'all'>,
  { tag, page, size }: TagGoodsValues,
): Promise<GoodsPage> {
  const isFresh = tag === labelNames.fresh;
  const input = goodsListInput.parse({ sort: isFresh ? 'new' : 'sale', page, size });
  const { list, total } = await listGoods(context, input, withinGoods(scopes[tag]));
  return { list, total, page, size };
}
