/** Refunds of payments. */
import { and, inArray, notInArray, sql } from 'drizzle-orm';
import { backStates } from '#lib/rules/orders/refund-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { refund } from '../db/schema.ts';

export type RefundRow = typeof refund.$inferSelect;
export type NewRefund = typeof refund.$inferInsert;

/** Saves a refund; false when its cause has one already. */
export async function insertRefund(tx: Tx, row: NewRefund): Promise<boolean> {
  const rows = await tx.insert(refund).values(row).onConflictDoNothing().returning({ no: refund.no });
  return rows.length > 0;
}

/** Refunded amount of payments' shares of a trade, by payment. A failed one is still owed and counts too. */
export async function sumRefunds(
  db: Db | Tx,
  payNos: readonly string[],
  orderNos: readonly string[],
): Promise<Map<string, number>> {
  if (payNos.length === 0) return new Map();
  const rows = await db
    .select({ payNo: refund.payNo, sum: sql<number>`sum(${refund.amount})::bigint` })
    .from(refund)
    .where(and(inArray(refund.payNo, [...payNos]), inArray(refund.orderNo, [...orderNos])))
    .groupBy(refund.payNo);
  return new Map(rows.map((row) => [row.payNo, Number(row.sum)]));
}

/** Amount of these refunds that is not back yet. */
export async function sumOpen(db: Db | Tx, nos: readonly string[]): Promise<number> {
  if (nos.length === 0) return 0;
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${refund.amount}), 0)::bigint` })
    .from(refund)
    .where(and(inArray(refund.no, [...nos]), notInArray(refund.status, [...backStates])));
  return Number(row?.sum ?? 0);
}
