/** The way of orders from status to status, with its entry in the timeline and its news. */
import { and, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { News } from '../bus/channels.ts';
import { textArray } from '../db/arrays.ts';
import type { Tx } from '../db/client.ts';
import { ask, type Part } from '../db/prepared.ts';
import { order } from '../db/schema.ts';
import { newsColumn } from './events.ts';
import { type NewEvent, writtenEvents } from './new-orders.ts';
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
  const { name, text, values } = statusPart(tx, change);
  const { rows } = await ask<{ moved: number }>(
    tx,
    name,
    () => sql`with ${text()} select ${statusColumns}`,
    values,
  );
  return rows[0]?.moved ?? 0;
}

/** What a statement with {@link statusPart} has to select: `moved`, how many. */
export const statusColumns = sql`(select count(*)::int from moved) as moved, ${newsColumn(sql.placeholder('news'))}`;

/** The same as a part of another statement, `moved` and `noted`. */
export function statusPart(tx: Tx, { nos, from, to, patch, events, news }: StatusChange): Part {
  const changed = keysOf(patch).filter((key) => patch[key] !== undefined);
  const noted = writtenEvents(events);
  const text = () => {
    const moved = tx
      .update(order)
      .set({
        ...Object.fromEntries(changed.map((key) => [key, sql`${sql.placeholder(key)}`])),
        status: sql.raw(`'${to}'`),
      })
      .where(
        and(
          sql`${order.no} = any((select ${sql.placeholder('nos')}::text[])::text[])`,
          // No index is read by it: where few orders stand at a status just then, PostgreSQL would keep a plan that goes
          // through all of them, also when they are many.
          sql`${order.status} || '' = ${sql.raw(`'${from}'`)}`,
        ),
      )
      .returning({ no: order.no });
    return sql`moved as (${moved.getSQL()}), noted as (${noted.into(sql.placeholder('noted'))})`;
  };
  return {
    name: `move ${[from, to, ...changed, noted.form]}`,
    text,
    values: { ...patch, nos: textArray(nos), noted: noted.json, news: JSON.stringify(news) },
  };
}
