/** Adding what is in the cart already: a decision, not an accident. */
import { ask } from '../shell/dialogs.ts';
import { $cart, loadCart } from './cart.ts';
import { $cartAction } from './cart-total.ts';

/**
 * The lines to add. For items that are in the cart already the buyer is asked whether to add them again; a no leaves
 * them out.
 */
export async function withoutDoubles<T extends { goods_id: number }>(lines: readonly T[]): Promise<T[]> {
  // Without a response nothing is known: then it is added as usual.
  if ($cart.get() === null || $cartAction.get()) await loadCart().catch(() => undefined);
  const inCart = new Set($cart.get()?.data.map(({ goods_id }) => goods_id));
  const rest = lines.filter(({ goods_id }) => !inCart.has(goods_id));
  const doubles = lines.length - rest.length;
  if (doubles === 0) return [...lines];
  const isWanted = await ask({
    title: '购物车已有',
    text: `所选商品中有${doubles}种购物车已有，再加入会在原有数量上累加。`,
    confirm: `再加一次（${lines.length}种）`,
    cancel: rest.length > 0 ? `只加没有的${rest.length}种` : '不再加入',
  });
  return isWanted ? [...lines] : rest;
}
