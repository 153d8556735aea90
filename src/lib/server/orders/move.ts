/** The only way from status to status: by the table, guarded, with an entry in the timeline. */
import { AppError } from '#lib/contract/errors.ts';
import type { Actor } from '#lib/rules/companies/actors.ts';
import { canMove, type OrderStatus, orderStates, receiveDeadline } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import type { OrderRow } from './rows.ts';
import { type OrderPatch, type StatusChange, updateStatus } from './status-rows.ts';

export interface Move {
  actor: Actor;
  note: string;
  at: Date;
  patch?: OrderPatch;
}

/**
 * Moves orders that have the same status. Throws RangeError for a move that the table does not have, 409 when one of
 * them was moved by another process since it was read; the caller's transaction then ends without a commit.
 */
export async function moveOrders(
  tx: Tx,
  orders: readonly OrderRow[],
  to: OrderStatus,
  move: Move,
): Promise<void> {
  if (orders.length === 0) return;
  const change = changeOf(orders, to, move);
  checkMoved(change, await updateStatus(tx, change));
}

/** The change of a move. Throws RangeError for one that the table does not have. */
export function changeOf(
  orders: readonly OrderRow[],
  to: OrderStatus,
  { actor, note, at, patch = {} }: Move,
): StatusChange {
  const from = must(orders[0], 'an order that moves').status;
  const nos = orders.map((order) => order.no);
  if (orders.some(({ status }) => status !== from) || !canMove(from, to))
    throw new RangeError(`${nos} cannot go together from ${from} to ${to}`);
  const companies = new Set(orders.map((order) => order.companyId));
  return {
    nos,
    from,
    to,
    patch,
    events: nos.map((orderNo) => ({ orderNo, fromStatus: from, toStatus: to, actor, note, at })),
    news: [...companies].map((companyId) => ({ companyId, kind: 'order' })),
  };
}

/** Throws 409 where fewer orders moved than requested; the caller's transaction then ends without a commit. */
export function checkMoved({ nos, from }: StatusChange, moved: number): void {
  if (moved < nos.length) throw new AppError(409, `订单已不是${orderStates[from].text}，请刷新后再试`);
}

export function moveOrder(tx: Tx, order: OrderRow, to: OrderStatus, move: Move): Promise<void> {
  return moveOrders(tx, [order], to, move);
}

/** Changes of an order when nothing of it is left to ship. */
export function allShippedPatch(now: Date): OrderPatch {
  return { shippedAt: now, receiveBy: new Date(receiveDeadline(now.getTime())) };
}
