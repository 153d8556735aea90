/** Credits of imported bank statements. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { bankReceipt, bankStatementRow, bankTransfer, company, payment } from '../db/schema.ts';

export type StatementRow = typeof bankStatementRow.$inferSelect;

/** Saves credits; answers the ids of new ones. */
export async function insertCredits(
  tx: Tx,
  rows: readonly (typeof bankStatementRow.$inferInsert)[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const made = await tx
    .insert(bankStatementRow)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: bankStatementRow.id });
  return new Set(made.map(({ id }) => id));
}

/** Credits of a bank by their serial numbers, known ones too. */
export function listCredits(db: Db | Tx, bank: string, serials: readonly string[]): Promise<StatementRow[]> {
  return db
    .select()
    .from(bankStatementRow)
    .where(and(eq(bankStatementRow.bank, bank), inArray(bankStatementRow.serial, [...serials])))
    .orderBy(desc(bankStatementRow.paidOn), asc(bankStatementRow.id));
}

export function listCreditsById(db: Db | Tx, ids: readonly number[]): Promise<StatementRow[]> {
  return db
    .select()
    .from(bankStatementRow)
    .where(inArray(bankStatementRow.id, [...ids]))
    .orderBy(asc(bankStatementRow.id));
}

/** Credits that are not registered for a transfer yet, the newest first. */
export function listOpenCredits(db: Db, limit: number): Promise<StatementRow[]> {
  return db
    .select()
    .from(bankStatementRow)
    .where(isNull(bankStatementRow.payNo))
    .orderBy(desc(bankStatementRow.paidOn), desc(bankStatementRow.id))
    .limit(limit);
}

/** Records the transfer for which a credit was registered, once. */
export async function markRegistered(db: Db | Tx, id: number, payNo: string, now: Date): Promise<void> {
  await db
    .update(bankStatementRow)
    .set({ payNo, registeredAt: now })
    .where(and(eq(bankStatementRow.id, id), isNull(bankStatementRow.payNo)));
}

/** The transfers for which these serial numbers were entered by hand. */
export async function findEntered(db: Db | Tx, serials: readonly string[]): Promise<Map<string, string>> {
  if (serials.length === 0) return new Map();
  const rows = await db
    .select({ serial: bankReceipt.serial, payNo: bankReceipt.payNo })
    .from(bankReceipt)
    .where(inArray(bankReceipt.serial, [...serials]));
  return new Map(rows.map(({ serial, payNo }) => [serial, payNo]));
}

/** Transfers whose payment is open, with the missing amount. */
export async function listAwaited(db: Db | Tx) {
  const received = sql<number>`coalesce((select sum(r.amount) from ${bankReceipt} r
    where r.pay_no = ${bankTransfer.payNo} and r.settled_at is null), 0)::float8`;
  const rows = await db
    .select({ no: bankTransfer.payNo, company: company.name, amount: payment.amount, received })
    .from(bankTransfer)
    .innerJoin(payment, and(eq(payment.no, bankTransfer.payNo), eq(payment.status, 'pending')))
    .innerJoin(company, eq(company.id, payment.companyId))
    .orderBy(asc(bankTransfer.createdAt))
    .limit(5_000);
  return rows.map(({ amount, received: came, ...row }) => ({ ...row, lacks: amount - came }));
}
