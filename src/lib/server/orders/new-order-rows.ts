/** Writes of orders: new trades with their lines, and the events of all. */
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#lib/rules/companies/actors.ts';
import {
  type OrderStatus,
  orderIs,
  orderStatuses,
  statusesWithDeadline,
} from '#lib/rules/orders/order-state.ts';
import { keysOf, mapValues } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
import { order, orderEvent, orderLine, trade } from '../db/schema.ts';
import { intArray } from '../fast/arrays.ts';
import { type Written, writtenRows } from '../fast/insert-from.ts';
import { ask } from '../fast/prepared.ts';
import { listed, type StockRequest, takenPart, takenValues } from '../goods/stock-rows.ts';
import { messagePartsOf, type NewMessage, writtenMessages } from '../messages/rows.ts';

export type NewTrade = typeof trade.$inferInsert;
export type NewOrder = typeof order.$inferInsert;
export type NewOrderLine = typeof orderLine.$inferInsert;

export interface NewEvent {
  orderNo: string;
  fromStatus: OrderStatus | null;
  toStatus: OrderStatus;
  actor: Actor;
  note: string;
  at: Date;
}

/** All rows of a new trade. */
export interface NewTradeRows {
  trade: NewTrade;
  orders: NewOrder[];
  lines: NewOrderLine[];
  events: NewEvent[];
  /** Messages to its company and its head office. */
  messages: NewMessage[];
  /**
   * Stock that it takes at `trade.createdAt`, of items that the transaction has locked; empty where it was taken
   * already.
   */
  stock: readonly StockRequest[];
}

/** The result of writing a trade. */
export interface WrittenTrade {
  /** Ids of the order lines in their order. */
  lineIds: number[];
  /** How many cart lines were deleted. */
  gone: number;
  /** How many trades of the company were unpaid before. */
  unpaidTrades: number;
  /** Items of `stock` that had enough and may be sold to the company. */
  taken: number[];
}

/**
 * Writes a trade, takes its stock and deletes its cart lines, in one statement: orders come in crowds. Where less was
 * deleted or taken than requested, the caller ends its transaction without a commit. Planned once a connection: with
 * visible ids or invisible statuses PostgreSQL would plan it again for each order.
 */
export async function insertTrade(
  tx: Tx,
  { trade: row, orders, lines, events, messages, stock }: NewTradeRows,
  cartLineIds: readonly number[],
): Promise<WrittenTrade> {
  const { userId, companyId } = row;
  const now = must(row.createdAt, 'the moment of a trade');
  const parts = {
    trade: writtenRows(trade, [row]),
    orders: writtenRows(order, orders),
    lines: writtenRows(orderLine, lines),
    events: writtenEvents(events),
    messages: writtenMessages(messages),
  };
  const into = (part: keyof typeof parts) => parts[part].into(sql.placeholder(part));
  const value = sql.placeholder;
  const result = await ask<{
    line_ids: number[];
    gone: number;
    unpaid_trades: number;
    taken: number[] | null;
  }>(
    tx,
    `trade ${keysOf(parts).map((part) => parts[part].form)}`,
    () => sql`
    with ${takenPart()},
      new_trade as (${into('trade')}),
      new_orders as (${into('orders')}),
      new_lines as (${into('lines')} returning id),
      new_events as (${into('events')}),
      gone as (
        delete from cart_line
        where id = any(${listed('cartLineIds')}) and user_id = ${value('userId')} and company_id = ${value('companyId')}
        returning id),
      ${messagePartsOf(into('messages'))}
    select (select * from told) as told,
      (select array_agg(id order by id) from new_lines) as line_ids,
      (select array_agg(id) from taken) as taken,
      (select count(*) from gone)::int as gone,
      (select count(distinct trade_no) from "order"
        where company_id = ${value('companyId')} and status in (${inWords(unpaidStatuses)})
          and not (status in (${inWords(statusesWithDeadline)}) and deadline_at <= ${value('now')}))::int as unpaid_trades`,
    {
      ...takenValues(stock, { companyId, now }),
      ...mapValues(parts, ({ json }) => json),
      ...{ cartLineIds: intArray(cartLineIds), userId, now },
    },
  );
  const {
    line_ids: lineIds,
    gone,
    unpaid_trades: unpaidTrades,
    taken,
  } = must(result.rows[0], 'what became of a new trade');
  return { lineIds, gone, unpaidTrades, taken: taken ?? [] };
}

const unpaidStatuses = orderStatuses.filter((status) => orderIs.unpaid(status));

/** Statuses as literals: a cached plan then knows how few orders have them, and finds those by them. */
function inWords(statuses: readonly OrderStatus[]): SQL {
  return sql.raw(statuses.map((status) => `'${status}'`).join(', '));
}

/** Lines that were not known at first: gifts name the lines that earned them. */
export async function insertLines(tx: Tx, lines: NewOrderLine[]): Promise<void> {
  await tx.insert(orderLine).values(lines);
}

export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.insert(orderEvent).values(events.map(eventRow));
}

/** Events as values of an insert, as a part of another statement. */
export function writtenEvents(events: readonly NewEvent[]): Written {
  return writtenRows(orderEvent, events.map(eventRow));
}

function eventRow({ actor, ...event }: NewEvent): typeof orderEvent.$inferInsert {
  return { ...event, actor: actor.kind, actorId: actor.id, requestId: actor.requestId };
}
