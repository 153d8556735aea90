/** Cancelling an unpaid order. */

import { path } from '#lib/contract/routes.ts';
import { type Actor, jobActor } from '#lib/rules/companies/actors.ts';
import { linkedOrders } from '#lib/rules/orders/order-links.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { closePaymentsOf } from '../payments/close.ts';
import { moveOrder } from './move.ts';
import { findBlockedLines } from './recheck.ts';
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

/**
 * An unpaid order that may not be sold any more: it is cancelled, its reservations are released, and its buyer gets a
 * message.
 */
interface CalledOff {
  /** Numbers of the cancelled orders, also those priced together with a blocked one. */
  nos: Set<string>;
  /** A sentence for the caller: what, why, and what was returned. */
  sentence: string;
}

interface CallingOff {
  now: Date;
  /** The request or run that found it. */
  requestId: string;
  /** Money is arriving on a payment of these trades right now: it is not closed, the caller decides about it. */
  keepsPayments?: boolean;
}

/**
 * Checks unpaid orders of locked trades again (`all` holds every order of those trades) and cancels those that may not
 * be sold, with those priced together with them. Answers null when nothing blocks any of them.
 */
export async function callOffBlocked(
  tx: Tx,
  orders: readonly OrderRow[],
  all: readonly OrderRow[],
  { now, requestId, keepsPayments = false }: CallingOff,
): Promise<CalledOff | null> {
  const unpaid = orders.filter((order) => orderIs.unpaid(order.status));
  const blocked = await findBlockedLines(tx, unpaid, now);
  if (blocked.length === 0) return null;
  const why = [...new Set(blocked.map((one) => one.reason))].join('；');
  const cancelled = new Map<string, OrderRow>();
  for (const no of new Set(blocked.map(({ line }) => line.orderNo))) {
    const order = unpaid.find((one) => one.no === no);
    if (!order || cancelled.has(no)) continue;
    const left = all.filter((one) => one.tradeNo === order.tradeNo && !cancelled.has(one.no));
    const actor = { ...jobActor('recheck'), requestId };
    const doing = { reason: why, actor, now, keepsPayments };
    for (const one of await cancelOrder(tx, order, left, doing)) cancelled.set(one.no, one);
  }
  await sendMessages(
    tx,
    ...[...cancelled.values()].map((order) => ({
      companyId: order.companyId,
      kind: 'order',
      title: '订单含不能再销售的商品，已取消',
      body: `订单${order.no}已取消：${why}。占用的库存和优惠券已退回。`,
      link: path('/order/info/[id]', { id: order.no }),
      ref: `called-off:${order.no}`,
    })),
  );
  const nos = [...cancelled.keys()].sort();
  return {
    nos: new Set(nos),
    sentence: `${why}。订单${nos.join('、')}已取消，占用的库存和优惠券已退回`,
  };
}
