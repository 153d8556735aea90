/** A paid order with items that may not be sold any more: their lines are refunded by rule, the rest is shipped. */

import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { companyStateText, isApproved } from '#lib/rules/companies/company-state.ts';
import type { Tx } from '../db/client.ts';
import type { By, LotBook } from '../lots/book.ts';
import { sendMessages } from '../messages/rows.ts';
import { getStanding } from '../people/standing-rows.ts';
import { type HeldOrder, ownLines } from './held-order.ts';
import { leftToShip } from './parcel-content.ts';
import { type BlockedLine, findBlockedLines } from './recheck.ts';
import { refundWithin } from './refund.ts';
import type { OrderLineRow } from './rows.ts';

export interface BlockedRefund {
  /** What was refunded and why. */
  sentence: string;
  /** Payments whose refund runs after the commit. */
  openPayments: string[];
}

/**
 * Refunds the lines of a held, paid order that may not be shipped at `now`: what is left of them, sets as a whole,
 * gifts without money. Answers null when all may be shipped. Throws 409, and refunds nothing, where a person has to act
 * first: the company is frozen, a lot is not entered yet, a set was shipped in part.
 */
export async function refundBlocked(
  tx: Tx,
  held: HeldOrder,
  { now, actor, book }: By & { book: LotBook },
): Promise<BlockedRefund | null> {
  const { order } = held;
  const { companyState } = await getStanding(tx, order.companyId);
  if (!isApproved(companyState))
    throw new AppError(409, `订单${order.no}的采购企业${companyStateText(companyState)}，暂不能发货`);
  // Lines blocked by a question of quality stay in the order: a parcel with them is refused (sendLots).
  const blocked = (await findBlockedLines(tx, [order], now)).filter(({ waits }) => waits !== 'quality');
  if (blocked.length === 0) return null;
  const unknown = blocked.find(({ waits }) => waits === 'entry');
  if (unknown) throw new AppError(409, `“${unknown.line.name}”的批号和效期尚未登记，登记后才能发货`);
  const off = withSets(order.no, blocked, ownLines(held));
  const why = [...new Set(blocked.map((one) => one.reason))].join('；');
  const { refunded, openPayments } = await refundWithin(
    tx,
    held,
    {
      returns: off
        .filter((line) => line.kind !== 'gift')
        .map((line) => ({ id: line.id, quantity: leftToShip(line) })),
      reason: `无法发货：${why}`,
      cause: {
        kind: 'blocked',
        gifts: off.filter((line) => line.kind === 'gift').map((line) => line.id),
      },
    },
    { now, actor, book },
  );
  const back = refunded.pieces > 0 ? '，已按原支付方式退款' : '，赠品不再发出';
  await sendMessages(tx, {
    companyId: order.companyId,
    kind: 'order',
    title: '订单中有商品无法发货',
    body: `订单${order.no}：${why}${back}。`,
    link: path('/order/info/[id]', { id: order.no }),
    ref: `not-shipped:${order.no}:${off.map((line) => line.id).join('-')}`,
  });
  return { sentence: `订单${order.no}有商品不能发货：${why}${back}`, openPayments };
}

/** Blocked lines with the other parts of their sets. */
function withSets(
  no: string,
  blocked: readonly BlockedLine[],
  lines: readonly OrderLineRow[],
): OrderLineRow[] {
  const ids = new Set(blocked.map(({ line }) => line.id));
  const sets = new Set(blocked.flatMap(({ line }) => (line.kind === 'combination' ? [line.activityId] : [])));
  const off = lines.filter(
    (line) => ids.has(line.id) || (line.kind === 'combination' && sets.has(line.activityId)),
  );
  const torn = off.find((line) => line.kind === 'combination' && line.shippedQuantity > 0);
  if (torn) throw new AppError(409, `订单${no}的组合商品已发出一部分，其余部分不能发货，请联系买家处理`);
  return off;
}
