/** Completes a received order: points at once, rebate and cashback after the after-sale window (rules 4 and 6). */
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { Tx } from '../db/client.ts';
import { enterPoints } from '../ports/payments/wallet-rows.ts';
import { moveOrder } from './move.ts';
import { notifyReceived } from './order-messages.ts';
import type { OrderRow } from './rows.ts';

const fenAPoint = 100;

/** Points for an amount paid: one a whole yuan. */
export function pointsFor(paid: number): number {
  return Math.floor(paid / fenAPoint);
}

/**
 * Completes a shipped order. Orders without a promised credit are marked as credited, so that no job reads them again.
 */
export async function completeOrder(
  tx: Tx,
  order: OrderRow,
  { note, actor, at }: { note: string; actor: Actor; at: Date },
): Promise<void> {
  const hasPromise = order.rebateAmount + order.cashbackAmount > 0;
  await moveOrder(tx, order, 'completed' satisfies OrderStatus, {
    actor,
    note,
    at,
    patch: { completedAt: at, creditedAt: hasPromise ? null : at },
  });
  const points = pointsFor(order.payAmount - order.refundedAmount);
  if (points > 0)
    await enterPoints(tx, {
      companyId: order.companyId,
      useType: 'order',
      amount: points,
      ref: order.no,
      note: `订单${order.no}完成`,
    });
  await notifyReceived(tx, order, note);
}
