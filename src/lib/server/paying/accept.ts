/** Accepts received money: its trades move on. */

import type { Actor } from '#lib/rules/companies/actors.ts';
import { effectiveStatus, orderCan } from '#lib/rules/orders/order-state.ts';
import { type TradeState, tradeStateOf } from '#lib/rules/orders/payment-state.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Tx } from '../db/client.ts';
import { notifiedAtOnce, sendMessages } from '../messages/rows.ts';
import { factsOf } from '../orders/facts.ts';
import { changeOf, checkMoved } from '../orders/move.ts';
import { paidMessages, paidNotices } from '../orders/order-messages.ts';
import type { OrderRow } from '../orders/rows.ts';
import { type Beside, moveAndSettle, settleTrades } from '../orders/settled-trade-rows.ts';

/** A trade's state from its orders, deadlines included. */
export function stateOfTrade(orders: readonly OrderRow[], now: EpochMs): TradeState {
  return tradeStateOf(orders.map((order) => effectiveStatus(factsOf(order), now)));
}

/** The orders of a trade that can be paid now. */
export function payableOf(orders: readonly OrderRow[], now: EpochMs): OrderRow[] {
  return orders.filter((order) => orderCan.pay(factsOf(order), now));
}

/** The amount that the trade asks for now, fen. */
export function amountOf(orders: readonly OrderRow[]): number {
  return orders.reduce((sum, order) => sum + order.payAmount, 0);
}

/** The payment's way. */
interface Accepted extends Beside {
  way: string;
  actor: Actor;
}

/**
 * Paid, for one company or several stores of one head office: orders wait for shipment, coupons are used, pieces count
 * as sold. The trades are locked. Answers the sum of the payments in `before`, fen.
 */
export async function acceptMoney(
  tx: Tx,
  payable: readonly OrderRow[],
  { way, actor, now, ...beside }: Accepted,
): Promise<number> {
  if (payable.length === 0) return 0;
  let sumBefore = 0;
  const change = changeOf(payable, 'to_ship', { actor, note: way, at: now, patch: { paidAt: now } });
  const companies = [...Map.groupBy(payable, (order) => order.companyId)].sort(([a], [b]) => a - b);
  for (const [at, [companyId, orders]] of companies.entries()) {
    const tradeNos = [...new Set(orders.map((order) => order.tradeNo))];
    const messages = paidMessages(orders, way);
    const orderNos = orders.map((order) => order.no);
    const notices = paidNotices(orders, now);
    const settled = { companyId, tradeNos, orderNos, messages: messages.slice(0, notifiedAtOnce), notices };
    // All orders move with the first company's trades: most are of one.
    if (at === 0) {
      const { moved, before } = await moveAndSettle(tx, change, settled, { ...beside, now });
      checkMoved(change, moved);
      sumBefore = before;
    } else await settleTrades(tx, settled, now);
    await sendMessages(tx, ...messages.slice(notifiedAtOnce));
  }
  return sumBefore;
}
