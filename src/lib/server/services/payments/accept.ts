/** Money that is ours: what it pays for moves on. */

import type { Actor } from '#lib/rules/companies/actors.ts';
import { effectiveStatus, orderCan } from '#lib/rules/orders/order-state.ts';
import { type TradeState, tradeStateOf } from '#lib/rules/orders/payment-state.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import type { Tx } from '../../db/client.ts';
import type { OrderRow } from '../../repos/orders.ts';
import { countSalesOf } from '../../repos/stock.ts';
import { settleTrades } from '../../repos/trades.ts';
import { factsOf } from '../orders/facts.ts';
import { moveOrders } from '../orders/move.ts';
import { tellPaid } from '../orders/order-messages.ts';

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

/** Paid: orders wait for shipment, coupons are spent, pieces count as sold. The trades are locked. */
export async function acceptMoney(
  tx: Tx,
  payable: readonly OrderRow[],
  { way, companyId, actor, now }: { way: string; companyId: number; actor: Actor; now: Date },
): Promise<void> {
  const tradeNos = [...new Set(payable.map((order) => order.tradeNo))];
  await moveOrders(tx, payable, 'to_ship', {
    actor,
    note: way,
    at: now,
    patch: { paidAt: now },
  });
  await settleTrades(tx, companyId, tradeNos, now);
  await countSalesOf(
    tx,
    payable.map((order) => order.no),
  );
  await tellPaid(tx, payable, way);
}
