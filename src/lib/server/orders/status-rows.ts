/** Status changes of orders, with their timeline entry and notification. */
import { and, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { News } from '../core/bus/channels.ts';
import { newsColumn } from '../core/bus/event-rows.ts';
import type { Tx } from '../db/client.ts';
import { order } from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { ask, type Part } from '../fast/prepared.ts';
import { type NewEvent, writtenEvents } from './new-order-rows.ts';
import type { OrderRow } from './rows.ts';

/** Fields that may change with the status. */
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

/** Orders that change together from a status to another, with their events and notifications. */
export interface StatusChange {
  nos: readonly string[];
  from: OrderStatus;
  to: OrderStatus;
  patch: OrderPatch;
  events: readonly NewEvent[];
  news: readonly News[];
}

/**
 * Moves orders that are still at `from`, writes the events and notifies, in one statement; answers how many moved.
 * Where these are too few the caller ends its transaction without a commit.
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

/** Columns that a statement with {@link statusPart} has to select: `moved`, how many. */
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
          // The expression avoids an index: where few orders are at a status just then, PostgreSQL would cache a plan
          // that scans all of them, also when they are many.
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
