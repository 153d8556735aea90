/** Joining a group-buy: a separate line that is never in the cart, confirmed and paid alone (rules 6). */

import type { Joined, JoinInput } from '#lib/contract/activities.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Refusal } from '#lib/rules/terms/quote-shape.ts';
import { isRunning } from '#lib/rules/terms/terms.ts';
import { lockCart, putLines } from '../cart/rows.ts';
import { wayOnOf } from '../cart/ways-on.ts';
import type { Context } from '../core/context.ts';
import { findActivity } from '../offers/activity-rows.ts';
import { loadOffers } from '../offers/load.ts';
import { subjectOf } from './group-buy.ts';

/**
 * `POST /api/group-buy/{id}/join`: answers the line that /cart/step2 confirms; joining again changes its number. Throws
 * 404 for an unknown group-buy, 411 (data {link, text}) when it does not run or this buyer may not buy the item, 422
 * for a number out of bounds.
 */
export async function joinGroupBuy(context: Context<'buyer'>, { id, number }: JoinInput): Promise<Joined> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const entry = await findActivity(db, id);
  const subject = entry?.activity.kind === 'group_buy' ? subjectOf(entry) : null;
  if (!subject) throw new AppError(404, '拼团不存在或已下架');
  const { goodsId } = subject;
  const loaded = await loadOffers(db, account, { goodsIds: [goodsId] }, now);
  const row = loaded.rows.get(goodsId);
  const state = loaded.states.get(goodsId);
  const terms = loaded.offers.goods[0];
  if (!row || !state || !terms) throw new AppError(404, '拼团商品不存在或已下架');
  if (!isBuyable(state)) throw new AppError(411, state.reason, wayOnOf(state, row));
  const alone = { text: '单独购买', link: path('/list/info/[id]', { id: goodsId }) };
  if (terms.groupBuy?.activityId !== id || !isRunning(terms.groupBuy, now.getTime()))
    throw new AppError(411, '拼团未开始或已结束，可按平时价格购买', alone);
  const line = { id: 0, kind: 'group_buy', goodsId, activityId: id, quantity: number } as const;
  const buyer = { companyId: account.companyId, region: null, choices: emptyChoices };
  const { lines } = quote([{ ...line, isSelected: true }], buyer, loaded.offers, now.getTime());
  const quoted = must(lines[0], `the quote of goods ${goodsId}`);
  if (quoted.refusal) throw refused(quoted.refusal, alone);
  return db.transaction(async (tx) => {
    await lockCart(tx, account);
    const put = { kind: line.kind, goodsId, activityId: id, number, priceWhenAdded: quoted.unitPrice };
    const [made] = await putLines(tx, account, [put], now);
    return { id: must(made, 'the cart line just written').id };
  });
}

/** A refusal that another number can fix is shown at the number; the others have a next step. */
function refused({ code, reason }: Refusal, next: { text: string; link: string }): AppError {
  const isNumber = code === 'quantity' || code === 'below_minimum' || code === 'over_stock';
  return isNumber ? fieldError('number', reason) : new AppError(411, reason, next);
}
