import type { GoodsPage, TagGoodsValues } from '#lib/contract/goods/schema.ts';
import { goodsListInput } from '#lib/contract/goods/schema.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';
import type { ZoneGoods } from '#lib/contract/zones/zone.ts';
import type { Context } from '../../context.ts';
import { isNew } from '../goods/items.ts';
import { listGoods, type Within } from '../goods/list.ts';
import { withinGoods } from './within.ts';

/** What the goods of a label have in common (rules 17, tag labels); 新 is about time. */
const scopes: Record<Exclude<TagGoodsValues['tag'], typeof labelNames.fresh>, ZoneGoods> = {
  优: { preferred: true },
  秒: { promotions: ['秒杀'] },
  满: { promotions: ['满减'] },
  换购: { promotions: ['换购'] },
  赠: { promotions: ['满赠'] },
  特: { promotions: ['特价'] },
  拼团: { promotions: ['拼团'] },
};

const newGoods: Within = (catalogue, now) => (place) =>
  isNew(catalogue.goods.createdAt[place] ?? 0, catalogue, now);

/** `GET /api/goodsTag_goods`: goods that carry a label, best sellers first. */
export async function listTagGoods(
  context: Context<'all'>,
  { tag, page, size }: TagGoodsValues,
): Promise<GoodsPage> {
  const isFresh = tag === labelNames.fresh;
  const input = goodsListInput.parse({ sort: isFresh ? 'new' : 'sale', page, size });
  const { list, total } = await listGoods(context, input, isFresh ? newGoods : withinGoods(scopes[tag]));
  return { list, total, page, size };
}
