/** An order whose trade is locked, read once for all that one transaction does with it. */
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '../db/client.ts';
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
