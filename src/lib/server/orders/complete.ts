/** Completes a received order: points and chances of a wheel at once, rebate and cashback after the after-sale window (rules 4 and 6). */
import type { Actor } from '#lib/rules/companies/actors.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { pointsFor } from '#lib/rules/points/points.ts';
import type { Tx } from '../db/client.ts';
import { grantPoints } from '../points/points.ts';
import { doOrderTasks } from '../points/tasks.ts';
import { chancesOfCompleted } from '../wheel/chances.ts';
import { moveOrder } from './move.ts';
import { notifyReceived } from './order-messages.ts';
import type { OrderRow } from './rows.ts';

/**
 * Completes a shipped order; `isScanned`: its buyer scanned a parcel of it. Orders without a promised credit are marked as credited, so that no job reads them again.
 */
export async function completeOrder(
  tx: Tx,
  order: OrderRow,
  { note, actor, at, isScanned = false }: { note: string; actor: Actor; at: Date; isScanned?: boolean },
): Promise<void> {
  const hasPromise = order.rebateAmount + order.cashbackAmount > 0;
  await moveOrder(tx, order, 'completed' satisfies OrderStatus, {
    actor,
    note,
    at,
    patch: { completedAt: at, creditedAt: hasPromise ? null : at },
  });
  const { no, companyId } = order;
  const paid = order.payAmount - order.refundedAmount;
  const points = pointsFor(paid);
  if (points > 0)
    await grantPoints(tx, {
      companyId,
      useType: 'order',
      points,
      ref: no,
      note: `订单${no}完成`,
    });
  await doOrderTasks(tx, order, { at, isScanned });
  // Behind the points: a chance refers to its company, which is locked after the wallet (docs/locks.md).
  await chancesOfCompleted(tx, { no, companyId, paid });
  await notifyReceived(tx, order, note);
}
