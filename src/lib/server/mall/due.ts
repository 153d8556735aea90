/** Jobs of orders of the mall (rules 6). */
import { pointsOrderIs, pointsStateAt } from '#lib/rules/points/points-orders.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { findOpenCase } from './case-rows.ts';
import { listToComplete, listUnaddressed, lockOrder, moveOrder } from './order-rows.ts';
import { ordersPage } from './pages.ts';
import { factsOf, lapsedReason } from './wire.ts';

const handful = 200;

/** Cancels prizes whose company has named no address in time. */
export function cancelUnaddressed(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'cancelUnaddressed',
    now,
    list: () => listUnaddressed(db, now, handful),
    work: (no: string) =>
      db.transaction(async (tx) => {
        const order = await lockOrder(tx, no, null);
        if (order === null || !pointsOrderIs.toAddress(order.status)) return 0;
        if (pointsStateAt(factsOf(order, false), now.getTime()) !== 'cancelled') return 0;
        await moveOrder(tx, order, 'cancelled', { cancelledAt: now, cancelReason: lapsedReason });
        await sendMessages(tx, {
          companyId: order.companyId,
          kind: 'order',
          title: '奖品已失效',
          body: `奖品“${order.name}”${lapsedReason}，已失效。`,
          link: ordersPage,
          ref: `points-lapsed:${no}`,
        });
        return 1;
      }),
  });
}

/** Completes shipped orders 15 days after shipping, unless a case is open. */
export function completePointsOrders(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'completePointsOrders',
    now,
    list: () => listToComplete(db, now, handful),
    work: (no: string) =>
      db.transaction(async (tx) => {
        const order = await lockOrder(tx, no, null);
        if (order === null || !pointsOrderIs.shipped(order.status) || order.receiveBy === null) return 0;
        if (order.receiveBy > now || (await findOpenCase(tx, no)) !== null) return 0;
        await moveOrder(tx, order, 'completed', { completedAt: order.receiveBy });
        return 1;
      }),
  });
}
