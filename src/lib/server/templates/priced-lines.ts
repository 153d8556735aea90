/** Lines of a template with the present prices of their items, so that a difference can be shown later. */
import { fieldError } from '#lib/contract/errors.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import type { Context } from '../core/context.ts';
import { loadOffers } from '../offers/load.ts';
import { listKnownGoods, type NewTemplateLine } from './rows.ts';

/** Throws 422 for the same item twice and for unknown items. */
export async function pricedLines(
  { db, actor: { account }, now }: Context<'buyer'>,
  lines: readonly { goods_id: number; number: number }[],
): Promise<NewTemplateLine[]> {
  const ids = lines.map(({ goods_id }) => goods_id);
  if (new Set(ids).size < ids.length) throw fieldError('lines', '同一种商品在模板里只能有一行');
  const [known, { offers, rows, states }] = await Promise.all([
    listKnownGoods(db, ids),
    loadOffers(db, account, { goodsIds: ids }, now),
  ]);
  if (ids.some((id) => !known.has(id))) throw fieldError('lines', '有商品不存在或已被删除，请刷新后再试');
  const terms = new Map(offers.goods.map((one) => [one.id, one]));
  return lines.map(({ goods_id: goodsId, number }) => {
    const own = terms.get(goodsId);
    const isShown = states.get(goodsId)?.showsPrice === true;
    return {
      goodsId,
      number,
      price: own && isShown ? cardPrice(own, number, now.getTime()).unitPrice : null,
      expiresOn: rows.get(goodsId)?.goods.expiresOn ?? null,
    };
  });
}
