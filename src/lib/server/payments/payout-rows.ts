/** Refunds that people send by bank. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { Db, Tx } from '../db/client.ts';
import { bankPayout, bankTransfer, company, refund, storedFile } from '../db/schema.ts';
import type { FileRow } from '../files/rows.ts';
import type { RefundRow } from './refund-rows.ts';

export interface PayoutRow {
  refund: RefundRow;
  company: string;
  /** The bank's serial number; null while it waits, or where it became balance. */
  serial: string | null;
  /** Its voucher. */
  file: FileRow | null;
}

function joined(db: Db | Tx) {
  return db
    .select({ refund, company: company.name, serial: bankPayout.serial, file: storedFile })
    .from(refund)
    .innerJoin(company, eq(company.id, refund.companyId))
    .leftJoin(bankPayout, eq(bankPayout.refundNo, refund.no))
    .leftJoin(bankTransfer, eq(bankTransfer.payNo, refund.payNo))
    .leftJoin(storedFile, and(eq(storedFile.id, bankTransfer.fileId), isNull(storedFile.removedAt)))
    .$dynamic();
}

/** Refunds that a person has to send. Over `refund`. */
export const isToPayOut = and(eq(refund.provider, bankProvider), ne(refund.status, 'done'));

/** One of them, or null. */
export async function findPayout(db: Db | Tx, no: string): Promise<PayoutRow | null> {
  const [row] = await joined(db).where(and(eq(refund.no, no), eq(refund.provider, bankProvider)));
  return row ?? null;
}

/** Records the sending; false where the serial number is used already. */
export async function insertPayout(tx: Tx, row: typeof bankPayout.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(bankPayout)
    .values(row)
    .onConflictDoNothing()
    .returning({ no: bankPayout.refundNo });
  return made.length > 0;
}
