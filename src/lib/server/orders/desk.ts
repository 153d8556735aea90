/** Runs acts of staff on orders: under the trade's lock, with an entry in the audit log. */

import { AppError } from '#lib/contract/errors.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { type HeldOrder, readHeld } from './held-order.ts';
import { findAnyOrder, listOrdersOfTrades, type OrderRow } from './rows.ts';
import { lockTrades } from './trade-rows.ts';

/**
 * Runs work on an order under its trade's lock and records who did what, in one transaction. The entry holds the
 * changes of every order of the trade, and the work's answer. Throws 404 for an unknown number, and for one of another
 * merchant.
 */
export async function withLockedOrder<T>(
  context: Context<'staff' | 'system'>,
  no: string,
  act: AuditAct,
  work: (tx: Tx, held: HeldOrder) => Promise<T>,
): Promise<T> {
  const { db, now } = context;
  const found = await findAnyOrder(db, no);
  const { actor } = context;
  const isOthers = actor.kind === 'merchant' && found?.merchantId !== actor.merchantId;
  if (found === null || isOthers) throw new AppError(404, `没有订单${no}`);
  return db.transaction(async (tx) => {
    await lockTrades(tx, [found.tradeNo]);
    const held = await readHeld(tx, found);
    const done = await work(tx, held);
    const after = await listOrdersOfTrades(tx, [found.tradeNo]);
    await writeAudit(tx, recordOf(context), {
      act,
      subject: 'order',
      key: no,
      before: standingOf(no, held.all, after),
      after: { ...standingOf(no, after, held.all), done },
      at: now,
    });
    return done;
  });
}

interface Standing {
  status: OrderStatus;
  refunded: number;
}

/** State of the order, and of those others of its trade that the work changed. */
function standingOf(
  no: string,
  orders: readonly OrderRow[],
  others: readonly OrderRow[],
): Record<string, Standing> {
  const of = (order: OrderRow): Standing => ({
    status: order.status,
    refunded: order.refundedAmount,
  });
  const isMoved = (order: OrderRow) => {
    const other = others.find((one) => one.no === order.no);
    return other?.status !== order.status || other.refundedAmount !== order.refundedAmount;
  };
  return Object.fromEntries(
    orders.filter((order) => order.no === no || isMoved(order)).map((order) => [order.no, of(order)]),
  );
}
