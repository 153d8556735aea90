/** Changes of the cart: numbers, selection, removal. Each answers the new totals. */
import { type CartChange, type CartTotal, cartChange } from '#lib/contract/cart/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { atCapMessage, roundDownTo, roundUpTo } from '#lib/rules/terms/quantity.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { Context } from '../core/context.ts';
import { publishCart } from '../core/events/publish.ts';
import { isClosed, loadQuotedCart, type QuotedCart, quotedLines, requote } from './quoted-cart.ts';
import { countLines, deleteLines as deleteRows, setLineNumber, setLinesSelected } from './rows.ts';
import { totalsOf } from './wire.ts';

const gone = '商品已不在购物车，请刷新购物车后再试';

/** `GET /api/cart/total`: number of lines, for the badge. */
export async function countCart({ db, actor: { account } }: Context<'buyer'>): Promise<CartTotal> {
  return { total: await countLines(db, account) };
}

/**
 * `POST /api/cart/{id}/edit`: rounds the number down to whole packs, as the spinner does; a number below the minimum or
 * above the maximum is refused with 422. Throws 404 for a line that is not in this cart.
 */
export async function editLine(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { id: number; number: number },
): Promise<CartChange> {
  const cart = await loadQuotedCart(db, account, {}, now);
  const at = cart.lines.findIndex((line) => line.id === input.id);
  const quoted = cart.quote.lines[at];
  if (quoted === undefined) throw new AppError(404, gone);
  const number = settle(input.number, quoted, unitOf(cart, quoted));
  if (!(await setLineNumber(db, account, input.id, number, now))) throw new AppError(404, gone);
  publishCart(db, account);
  const lines = cart.lines.map((line) => (line.id === input.id ? { ...line, number } : line));
  return changeOf(requote(cart, account, lines), [input.id]);
}

function unitOf({ loaded }: QuotedCart, quoted: QuotedLine): string {
  const terms = loaded.offers.goods.find((one) => one.id === quoted.goodsId);
  return terms?.unit ?? '套';
}

function settle(number: number, { bounds, refusal }: QuotedLine, unit: string): number {
  if (bounds.disabled) throw fieldError('number', refusal?.reason ?? '该商品暂不可购买');
  const min = roundUpTo(bounds.min, bounds.step);
  const settled = roundDownTo(number, bounds.step);
  if (settled < min) {
    const steps = bounds.step > 1 ? `，按中包装${bounds.step}${unit}的整数倍购买` : '';
    throw fieldError('number', `${min}${unit}起购${steps}，不需要请删除该商品`);
  }
  if (settled > bounds.max) throw fieldError('number', `${atCapMessage}：最多可购买${bounds.max}${unit}`);
  return settled;
}

/** `POST /api/cart/batch-select`: all of the lines or none; 404 when one is not in this cart. */
export async function selectLines(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { ids: number[]; is_selected: 0 | 1 },
): Promise<CartChange> {
  const ids = [...new Set(input.ids)];
  await db.transaction(async (tx) => {
    const found = await setLinesSelected(tx, account, ids, input.is_selected === 1, now);
    if (found.length < ids.length) throw new AppError(404, gone);
  });
  publishCart(db, account);
  return changeOf(await loadQuotedCart(db, account, {}, now), ids);
}

/** `POST /api/cart/batch-delete`: missing lines are ignored; 404 when none existed. */
export async function deleteLines(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { ids: number[] },
): Promise<CartChange> {
  const deleted = await deleteRows(db, account, input.ids);
  if (deleted.length === 0) throw new AppError(404, gone);
  publishCart(db, account);
  return changeOf(await loadQuotedCart(db, account, {}, now), []);
}

function changeOf(cart: QuotedCart, touched: readonly number[]): CartChange {
  const ids = new Set(touched);
  const change: CartChange = {
    total: totalsOf(cart.quote),
    count: cart.lines.length,
    lines: quotedLines(cart).flatMap(({ line, quoted }) =>
      ids.has(line.id)
        ? [
            {
              id: line.id,
              number: line.number,
              is_selected: quoted.counts ? 1 : 0,
              is_wanted: line.isSelected ? 1 : 0,
            },
          ]
        : [],
    ),
  };
  return isClosed(cart) ? hidePrices(cartChange, change) : change;
}
