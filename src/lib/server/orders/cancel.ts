/** Cancelling an unpaid order. */
import type { Actor } from '#lib/rules/companies/actors.ts';
import { linkedOrders } from '#lib/rules/orders/order-links.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import type { Tx } from '../db/client.ts';
import { closePaymentsOf } from '../payments/close.ts';
import { moveOrder } from './move.ts';
import { lockReservations, releaseReservations, showStock } from './reservations.ts';
import type { OrderRow } from './rows.ts';
import { lowerTrade } from './trade-rows.ts';

export interface Cancelling {
  reason: string;
  actor: Actor;
  now: Date;
  /** Leaves open payments alone: the caller holds the one that is being paid. */
  keepsPayments?: boolean;
}

/**
 * Cancels an unpaid order of a locked trade, with all of its orders in `all`, and those priced together with it: closes
 * the trade's open payment first, releases their reservations, and lowers the trade's amount. Money that still arrives
 * is refunded by the notify. Answers the cancelled ones.
 */
export async function cancelOrder(
  tx: Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  cancelling: Cancelling,
): Promise<OrderRow[]> {
  let open = all.filter((one) => orderIs.unpaid(one.status));
  await lockReservations(tx, order.companyId, open);
  if (!cancelling.keepsPayments) await closePaymentsOf(tx, [order.tradeNo], cancelling.now);
  const together = [order, ...linkedTo(order, open)];
  for (const one of together) {
    open = open.filter(({ no }) => no !== one.no);
    await cancelAlone(tx, one, open, cancelling);
  }
  // Returned pieces of a recalled or expired lot are not for sale.
  await showStock(
    tx,
    together.map((one) => one.reservations),
    cancelling.now,
  );
  return together;
}

/** The unpaid orders of `all` that are cancelled together with one. */
export function linkedTo(order: OrderRow, all: readonly OrderRow[]): OrderRow[] {
  const facts = (one: OrderRow) => ({ ...one, couponIds: one.reservations.coupons });
  const open = all.filter((one) => orderIs.unpaid(one.status));
  return linkedOrders(facts(order), open.map(facts));
}

async function cancelAlone(
  tx: Tx,
  order: OrderRow,
  others: readonly OrderRow[],
  { reason, actor, now }: Cancelling,
): Promise<void> {
  await moveOrder(tx, order, 'cancelled', {
    actor,
    note: reason,
    at: now,
    patch: { cancelReason: reason, cancelledAt: now },
  });
  await releaseReservations(
    tx,
    order,
    others.map((one) => one.reservations),
  );
  await lowerTrade(tx, order.tradeNo, order.payAmount);
}
