/** Orders and their lines. A buyer's reads are bound to the company; deadlines count as the rule says. */
import { and, asc, between, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { goods, merchant, order, orderEvent, orderLine, product } from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { prepared } from '../fast/prepared.ts';

export type OrderRow = typeof order.$inferSelect;
export type OrderLineRow = typeof orderLine.$inferSelect;
export type OrderEventRow = typeof orderEvent.$inferSelect;

/** 延长收货, once: later than before, and only when it was not extended yet. */
export async function extendOnce(tx: Tx, no: string, receiveBy: Date): Promise<boolean> {
  const rows = await tx
    .update(order)
    .set({ receiveBy, isExtended: true })
    .where(and(eq(order.no, no), eq(order.status, 'to_receive'), eq(order.isExtended, false)))
    .returning({ no: order.no });
  return rows.length > 0;
}

export async function recordHurry(tx: Tx, no: string, now: Date): Promise<void> {
  await tx.update(order).set({ hurriedAt: now }).where(eq(order.no, no));
}

export async function hideOrder(tx: Tx, no: string, now: Date): Promise<void> {
  await tx
    .update(order)
    .set({ hiddenAt: now })
    .where(and(eq(order.no, no), isNull(order.hiddenAt)));
}

/** Marks completed orders whose promised credits are in the balance; false when another process was faster. */
export async function markCredited(tx: Tx, no: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(order)
    .set({ creditedAt: now })
    .where(and(eq(order.no, no), isNull(order.creditedAt)))
    .returning({ no: order.no });
  return rows.length > 0;
}

/** One order of a company, or null. */
export async function findOrder(db: Db | Tx, companyId: number, no: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(order)
    .where(and(eq(order.companyId, companyId), eq(order.no, no)));
  return row ?? null;
}

/** One order of any company, for the platform's own tools and jobs. */
export async function findAnyOrder(db: Db | Tx, no: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(order).where(eq(order.no, no));
  return row ?? null;
}

/** All orders of trades. Lock the trades first when something will change. */
export async function listOrdersOfTrades(db: Db | Tx, tradeNos: readonly string[]): Promise<OrderRow[]> {
  return prepared(db, 'orders of trades', (name) =>
    db
      .select()
      .from(order)
      .where(sql`${order.tradeNo} = any((select ${sql.placeholder('nos')}::text[])::text[])`)
      .orderBy(asc(order.no))
      .prepare(name),
  ).execute({ nos: textArray(tradeNos) });
}

/** A company's orders that were placed within a time, in their order. */
export async function listOrdersBetween(
  db: Db,
  companyId: number,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<OrderRow[]> {
  return db
    .select()
    .from(order)
    .where(and(eq(order.companyId, companyId), between(order.createdAt, from, to), isNull(order.hiddenAt)))
    .orderBy(asc(order.createdAt), asc(order.no))
    .limit(limit);
}

/** Lines of orders with the product whose picture they show, in the order in which they were placed. */
export async function listLines(db: Db | Tx, orderNos: readonly string[]) {
  if (orderNos.length === 0) return [];
  return db
    .select({ line: orderLine, productId: goods.productId, pictures: product.pictures, otc: product.otc })
    .from(orderLine)
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(inArray(orderLine.orderNo, [...orderNos]))
    .orderBy(asc(orderLine.id));
}

export async function listMerchantNames(db: Db | Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: merchant.id, name: merchant.shortName })
    .from(merchant)
    .where(inArray(merchant.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row.name]));
}

export async function listEvents(db: Db | Tx, orderNo: string): Promise<OrderEventRow[]> {
  return db.select().from(orderEvent).where(eq(orderEvent.orderNo, orderNo)).orderBy(asc(orderEvent.id));
}

/**
 * Ends the merchant's time to take a refused order back; the caller has locked the trade. False when it is not refused.
 */
export async function endTakeBack(tx: Tx, no: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(order)
    .set({ deadlineAt: at })
    .where(and(eq(order.no, no), eq(order.status, 'refusing')))
    .returning({ no: order.no });
  return rows.length > 0;
}

/** Adds pieces of a line that were handed to a carrier, or came back. */
export async function addShipped(tx: Tx, lineId: number, pieces: number): Promise<void> {
  await tx
    .update(orderLine)
    .set({ shippedQuantity: sql`${orderLine.shippedQuantity} + ${pieces}` })
    .where(eq(orderLine.id, lineId));
}

/** `sent`: how many of the pieces had been shipped. */
export async function addRefunded(
  tx: Tx,
  lineId: number,
  { pieces, sent, amount }: { pieces: number; sent: number; amount: number },
): Promise<void> {
  await tx
    .update(orderLine)
    .set({
      sentRefundedQuantity: sql`${orderLine.sentRefundedQuantity} + ${sent}`,
      refundedQuantity: sql`${orderLine.refundedQuantity} + ${pieces}`,
      refundedAmount: sql`${orderLine.refundedAmount} + ${amount}`,
    })
    .where(eq(orderLine.id, lineId));
}

export async function addRefundedToOrder(tx: Tx, no: string, amount: number): Promise<void> {
  await tx
    .update(order)
    .set({ refundedAmount: sql`${order.refundedAmount} + ${amount}` })
    .where(eq(order.no, no));
}
