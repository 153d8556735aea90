/** The way of orders from status to status, with its entry in the timeline and its news. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { News } from '../bus/channels.ts';
import type { Tx } from '../db/client.ts';
import { order } from '../db/schema.ts';
import { newsColumn } from './events.ts';
import { eventsOf, type NewEvent } from './new-orders.ts';
import type { OrderRow } from './orders.ts';

/** What may change beside the status. */
export type OrderPatch = Partial<
  Pick<
    OrderRow,
    | 'cancelReason'
    | 'paidAt'
    | 'shippedAt'
    | 'receiveBy'
    | 'completedAt'
    | 'creditedAt'
    | 'cancelledAt'
    | 'deadlineAt'
  >
>;

/** Orders that go together from a status to another, with what is written and told of it. */
export interface StatusChange {
  nos: readonly string[];
  from: OrderStatus;
  to: OrderStatus;
  patch: OrderPatch;
  events: readonly NewEvent[];
  news: readonly News[];
}

/**
 * Moves orders that still stand at `from`, writes the events and notifies, in one statement; answers how many moved. Where
 * these are too few the caller ends its transaction without a commit.
 */
export async function updateStatus(tx: Tx, change: StatusChange): Promise<number> {
  const { parts, columns } = statusParts(tx, change);
  const { rows } = await tx.execute<{ moved: number }>(sql`with ${parts} select ${columns}`);
  return rows[0]?.moved ?? 0;
}

/** The same as parts of another statement, `moved` and `noted`, and what it has to select: `moved`, how many. */
export function statusParts(tx: Tx, { nos, from, to, patch, events, news }: StatusChange) {
  const moved = tx
    .update(order)
    .set({ ...patch, status: to })
    .where(and(inArray(order.no, [...nos]), eq(order.status, from)))
    .returning({ no: order.no });
  return {
    parts: sql`moved as (${moved.getSQL()}), noted as (${eventsOf(tx, events).getSQL()})`,
    columns: sql`(select count(*)::int from moved) as moved, ${newsColumn(news)}`,
  };
}
