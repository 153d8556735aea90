/** An order whose trade is locked, read once for all that one transaction does with it. */

import { AppError } from '#lib/contract/errors.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { AuditAct } from '#lib/rules/site/audit-acts.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findAnyOrder, listLines, listOrdersOfTrades, type OrderLineRow, type OrderRow } from './rows.ts';
import { lockTrades } from './trade-rows.ts';

/** As it was when it was read: whoever changes orders or lines reads again. */
export interface HeldOrder {
  order: OrderRow;
  /** All orders of its trade. */
  all: readonly OrderRow[];
  /** Lines of the whole trade: a gift may be earned, or given, in another order than the one that changes. */
  lines: readonly OrderLineRow[];
}

/** Locks the trade of an order and reads it. The order exists. */
export async function holdOrder(tx: Tx, no: string): Promise<HeldOrder> {
  const { tradeNo } = must(await findAnyOrder(tx, no), `order ${no}`);
  await lockTrades(tx, [tradeNo]);
  return readHeld(tx, { tradeNo, no });
}

/** Reads an order of a locked trade. */
export async function readHeld(
  tx: Tx,
  { tradeNo, no }: Pick<OrderRow, 'tradeNo' | 'no'>,
): Promise<HeldOrder> {
  const all = await listOrdersOfTrades(tx, [tradeNo]);
  const order = must(
    all.find((one) => one.no === no),
    `order ${no} in its trade`,
  );
  const rows = await listLines(
    tx,
    all.map((one) => one.no),
  );
  return { order, all, lines: rows.map(({ line }) => line) };
}

/** The order's own lines. */
export function ownLines({ order, lines }: HeldOrder): OrderLineRow[] {
  return lines.filter((line) => line.orderNo === order.no);
}

// Runs acts of staff on orders: under the trade's lock, with an entry in the audit log.

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
