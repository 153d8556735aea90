/** A paid order with items that may not be sold any more: their lines are refunded by rule, the rest is shipped. */

import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { companyStateText, isApproved } from '#lib/rules/companies/company-state.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { getStanding } from '../people/standing-rows.ts';
import { leftToShip } from './parcel-content.ts';
import { type BlockedLine, findBlockedLines } from './recheck.ts';
import { refundWithin } from './refund.ts';
import { listLines, type OrderLineRow, type OrderRow } from './rows.ts';

export interface BlockedRefund {
  /** What was refunded and why. */
  sentence: string;
  /** Payments whose refund runs after the commit. */
  openPayments: string[];
}

/**
 * Refunds the lines of a locked, paid order that may not be shipped at `now`: what is left of them, sets as a whole,
 * gifts without money. Answers null when all may be shipped. Throws 409, and refunds nothing, where a person has to act
 * first: the company is frozen, a lot is not entered yet, a set was shipped in part.
 */
export async function refundBlocked(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  { now, actor }: { now: Date; actor: Actor },
): Promise<BlockedRefund | null> {
  const { companyState } = await getStanding(tx, order.companyId);
  if (!isApproved(companyState))
    throw new AppError(409, `订单${order.no}的采购企业${companyStateText(companyState)}，暂不能发货`);
  // Lines blocked by a question of quality stay in the order: a parcel with them is refused (sendLots).
  const blocked = (await findBlockedLines(tx, [order], now)).filter(({ waits }) => waits !== 'quality');
  if (blocked.length === 0) return null;
  const unknown = blocked.find(({ waits }) => waits === 'entry');
  if (unknown) throw new AppError(409, `“${unknown.line.name}”的批号和效期尚未登记，登记后才能发货`);
  const lines = (await listLines(tx, [order.no])).map((row) => row.line);
  const off = withSets(order.no, blocked, lines);
  const why = [...new Set(blocked.map((one) => one.reason))].join('；');
  const { refunded, openPayments } = await refundWithin(
    tx,
    order,
    all,
    {
      no: order.no,
      returns: off
        .filter((line) => line.kind !== 'gift')
        .map((line) => ({ id: line.id, quantity: leftToShip(line) })),
      lostGifts: off.filter((line) => line.kind === 'gift').map((line) => line.id),
      reason: `无法发货：${why}`,
    },
    { now, actor },
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
