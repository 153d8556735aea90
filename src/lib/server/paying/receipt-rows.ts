/** Receipts of bank transfers, and the vouchers that buyers upload for them. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { bankReceipt, bankTransfer, storedFile } from '../db/schema.ts';
import type { FileRow } from '../files/rows.ts';

export type ReceiptRow = typeof bankReceipt.$inferSelect;

/** Serializes the transfers that take a file as their voucher, until the transaction ends. */
export async function lockVoucher(tx: Tx, fileId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`voucher:${fileId}`}, 0))`);
}

/** Removes a voucher from transfers of the company that are over without money; a live one retains it. */
export async function freeVoucher(tx: Tx, fileId: number, payNo: string): Promise<void> {
  await tx.execute(sql`
    update bank_transfer b set file_id = null from payment p
    where b.file_id = ${fileId} and b.pay_no <> ${payNo} and p.no = b.pay_no
      and p.status in ('closed', 'failed') and b.state <> 'settled'`);
}

/** The transfer to which a voucher belongs, or null. */
export async function findByVoucher(db: Db | Tx, fileId: number): Promise<string | null> {
  const [row] = await db
    .select({ no: bankTransfer.payNo })
    .from(bankTransfer)
    .where(eq(bankTransfer.fileId, fileId));
  return row?.no ?? null;
}

/** The file of a voucher. */
export async function findVoucher(db: Db | Tx, fileId: number): Promise<FileRow | null> {
  const [row] = await db.select().from(storedFile).where(eq(storedFile.id, fileId));
  return row ?? null;
}

/** Saves received money; false where its serial number exists already. */
export async function insertReceipt(tx: Tx, row: typeof bankReceipt.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(bankReceipt)
    .values(row)
    .onConflictDoNothing()
    .returning({ serial: bankReceipt.serial });
  return made.length > 0;
}

export async function findReceipt(db: Db | Tx, serial: string): Promise<ReceiptRow | null> {
  const [row] = await db.select().from(bankReceipt).where(eq(bankReceipt.serial, serial));
  return row ?? null;
}

/** Money of transfers in the order in which it was entered. */
export async function listReceipts(db: Db | Tx, payNos: readonly string[]): Promise<ReceiptRow[]> {
  if (payNos.length === 0) return [];
  return db
    .select()
    .from(bankReceipt)
    .where(inArray(bankReceipt.payNo, [...payNos]))
    .orderBy(asc(bankReceipt.createdAt), asc(bankReceipt.serial));
}

/** Marks the money of a locked transfer as used: it has paid, or is on its way back. */
export async function settleReceipts(tx: Tx, payNo: string, now: Date): Promise<void> {
  await tx
    .update(bankReceipt)
    .set({ settledAt: now })
    .where(and(eq(bankReceipt.payNo, payNo), isNull(bankReceipt.settledAt)));
}
