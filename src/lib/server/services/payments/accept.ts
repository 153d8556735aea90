/** Money that is ours: what it pays for moves on. */

import type { Actor } from '#lib/rules/companies/actors.ts';
import { effectiveStatus, orderCan } from '#lib/rules/orders/order-state.ts';
import { type TradeState, tradeStateOf } from '#lib/rules/orders/payment-state.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Tx } from '../../db/client.ts';
import { sendMessages, toldAtOnce } from '../../repos/messages.ts';
import type { OrderRow } from '../../repos/orders.ts';
import type { NewPayment } from '../../repos/payments.ts';
import { moveAndSettle, settleTrades } from '../../repos/trades.ts';
import { factsOf } from '../orders/facts.ts';
import { changeOf, checkMoved } from '../orders/move.ts';
import { paidMessages } from '../orders/order-messages.ts';

/** A trade's state from its orders, deadlines included. */
export function stateOfTrade(orders: readonly OrderRow[], now: EpochMs): TradeState {
  return tradeStateOf(orders.map((order) => effectiveStatus(factsOf(order), now)));
}

/** The orders of a trade that can be paid now. */
export function payableOf(orders: readonly OrderRow[], now: EpochMs): OrderRow[] {
  return orders.filter((order) => orderCan.pay(factsOf(order), now));
}

/** What the trade asks for now, fen. */
export function amountOf(orders: readonly OrderRow[]): number {
  return orders.reduce((sum, order) => sum + order.payAmount, 0);
}

/** How money came. */
interface Accepted {
  way: string;
  actor: Actor;
  now: Date;
  /** The payment, where it is to be written down with it. */
  payment?: NewPayment;
}

/** Paid, for one company or several stores of one head office: orders wait for shipment, coupons are spent, pieces count as sold. The trades are locked. */
export async function acceptMoney(
  tx: Tx,
  payable: readonly OrderRow[],
  { way, actor, now, payment }: Accepted,
): Promise<void> {
  if (payable.length === 0) return;
  const change = changeOf(payable, 'to_ship', { actor, note: way, at: now, patch: { paidAt: now } });
  const companies = [...Map.groupBy(payable, (order) => order.companyId)].sort(([a], [b]) => a - b);
  for (const [at, [companyId, orders]] of companies.entries()) {
    const tradeNos = [...new Set(orders.map((order) => order.tradeNo))];
    const messages = paidMessages(orders, way);
    const orderNos = orders.map((order) => order.no);
    const settled = { companyId, tradeNos, orderNos, messages: messages.slice(0, toldAtOnce) };
    // All orders move with the first company's trades: most are of one.
    if (at === 0) checkMoved(change, await moveAndSettle(tx, change, settled, { payment, now }));
    else await settleTrades(tx, settled, now);
    await sendMessages(tx, ...messages.slice(toldAtOnce));
  }
}
