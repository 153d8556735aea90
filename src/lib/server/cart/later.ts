/** Lines saved for later: not in the totals, and one press away from the cart. */

import { type LaterList, laterList } from '#lib/contract/cart/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import type { Context } from '../core/context.ts';
import { publishCart } from '../core/events/publish.ts';
import { maxCartLines } from './add.ts';
import { linesOf } from './line-wire.ts';
import { isClosed, loadQuotedCart } from './quoted-cart.ts';
import { countLines, lockCart, setLineLater } from './rows.ts';

/** `GET /api/cart/later`: the newest first, with each one's price now where the buyer may see it. */
export async function listLater({ db, actor: { account }, now }: Context<'buyer'>): Promise<LaterList> {
  const cart = await loadQuotedCart(db, account, { isLater: true, source: 'display' }, now);
  const lines = linesOf(cart).map((line) => ({ ...line, is_selected: 0 }));
  const answer = { list: lines, total: lines.length };
  return isClosed(cart) ? hidePrices(laterList, answer) : answer;
}

/**
 * `POST /api/cart/{id}/later`: saves a line for later, or moves it back into the cart. Safe to repeat. Throws 404 for
 * another person's line, 422 when there is no room. Answers the saved lines.
 */
export async function keepForLater(
  context: Context<'buyer'>,
  { id, is_later }: { id: number; is_later: 0 | 1 },
): Promise<LaterList> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  await db.transaction(async (tx) => {
    await lockCart(tx, account);
    if (!(await setLineLater(tx, account, id, is_later === 1, now)))
      throw new AppError(404, '商品已不在购物车，请刷新购物车后再试');
    const there = await countLines(tx, account, is_later === 1);
    if (there > maxCartLines)
      throw fieldError(
        'id',
        is_later === 1
          ? `最多暂存${maxCartLines}种商品，请先移除一部分`
          : `购物车最多放${maxCartLines}种商品，请先结算或删除一部分`,
      );
  });
  publishCart(db, account);
  return listLater(context);
}
