/** Refunds that people send by bank. */
import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
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

/** A page of them, the longest waiting first, or the last done first. */
export function findPayouts(
  db: Db,
  { isDone, keyword }: { isDone: boolean; keyword: string },
  asked: { page: number; size: number },
): Promise<{ rows: PayoutRow[]; total: number }> {
  const word = keyword.trim();
  const stands = isDone ? and(eq(refund.provider, bankProvider), eq(refund.status, 'done')) : isToPayOut;
  const found = () =>
    joined(db).where(
      and(stands, or(contains(refund.no, word), contains(refund.payNo, word), contains(company.name, word))),
    );
  const order = isDone
    ? [desc(sql`${refund.doneAt}`), asc(refund.no)]
    : [asc(refund.createdAt), asc(refund.no)];
  return countedPage(db, found, order, asked);
}

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
