/** Bank transfers: their vouchers, received money, and refunds that people send. */
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { TransferState } from '#lib/rules/orders/transfer-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { countedPage } from '../db/counted-page.ts';
import {
  bankReceipt,
  bankTransfer,
  company,
  order,
  payment,
  paymentTrade,
  storedFile,
  trade,
} from '../db/schema.ts';
import type { FileRow } from '../files/rows.ts';
import type { PaymentRow } from '../payments/rows.ts';

export type TransferRow = typeof bankTransfer.$inferSelect;
export type ReceiptRow = typeof bankReceipt.$inferSelect;

/** Saves one; a repeat changes nothing. */
export async function insertTransfer(tx: Tx, payNo: string, now: Date): Promise<void> {
  await tx.insert(bankTransfer).values({ payNo, createdAt: now }).onConflictDoNothing();
}

/** Open payments by transfer that pay exactly these trades, the newest first. */
export async function listOpenTransfers(
  tx: Tx,
  companyId: number,
  tradeNos: readonly string[],
  open: PaymentState,
): Promise<PaymentRow[]> {
  const wanted = [...tradeNos].sort();
  const rows = await tx
    .select({ payment })
    .from(payment)
    .innerJoin(bankTransfer, eq(bankTransfer.payNo, payment.no))
    .where(
      and(
        eq(payment.companyId, companyId),
        eq(payment.status, open),
        sql`(select array_agg(s.trade_no order by s.trade_no) from ${paymentTrade} s where s.pay_no = ${payment.no}) = ${sql.param(wanted)}::text[]`,
      ),
    )
    .orderBy(desc(payment.createdAt));
  return rows.map((row) => row.payment);
}

/** Extends the deadline of unpaid orders of locked trades; an order extended before is not changed. */
export async function giveTime(tx: Tx, tradeNos: readonly string[], until: Date): Promise<void> {
  const hadIt = tx
    .select({ no: paymentTrade.tradeNo })
    .from(paymentTrade)
    .innerJoin(payment, and(eq(payment.no, paymentTrade.payNo), eq(payment.provider, bankProvider)))
    .where(inArray(paymentTrade.tradeNo, [...tradeNos]));
  await tx
    .update(order)
    .set({ deadlineAt: until })
    .where(
      and(
        inArray(order.tradeNo, [...tradeNos]),
        eq(order.status, 'to_pay'),
        sql`${order.deadlineAt} < ${until}`,
        sql`${order.tradeNo} not in (${hadIt.getSQL()})`,
      ),
    );
  await tx
    .update(trade)
    .set({ deadlineAt: until })
    .where(
      and(
        inArray(trade.no, [...tradeNos]),
        sql`${trade.deadlineAt} < ${until}`,
        sql`${trade.no} not in (${hadIt.getSQL()})`,
      ),
    );
}

export async function findTransfer(db: Db | Tx, payNo: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(bankTransfer).where(eq(bankTransfer.payNo, payNo));
  return row ?? null;
}

/** Locks one; lock its trades and its payment first. */
export async function lockTransfer(tx: Tx, payNo: string): Promise<TransferRow | null> {
  const [row] = await tx.select().from(bankTransfer).where(eq(bankTransfer.payNo, payNo)).for('update');
  return row ?? null;
}

/** Changes a locked one. */
export async function updateTransfer(
  tx: Tx,
  payNo: string,
  patch: Partial<Pick<TransferRow, 'state' | 'fileId' | 'submittedAt' | 'reason'>>,
): Promise<void> {
  await tx.update(bankTransfer).set(patch).where(eq(bankTransfer.payNo, payNo));
}

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

/** Saves the present amounts of a transfer: some of its orders may have been cancelled since it was started. */
export async function setTransferAmounts(
  tx: Tx,
  payNo: string,
  shares: readonly { tradeNo: string; amount: number }[],
): Promise<void> {
  for (const { tradeNo, amount } of shares)
    await tx
      .update(paymentTrade)
      .set({ amount, isGivenBack: amount === 0 })
      .where(and(eq(paymentTrade.payNo, payNo), eq(paymentTrade.tradeNo, tradeNo)));
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  await tx.update(payment).set({ amount }).where(eq(payment.no, payNo));
}

/** Companies with a transfer at the desk: their voucher waits, or money is missing. Over `bank_transfer`. */
export function isAtDesk(states: readonly TransferState[]): SQL {
  return inArray(bankTransfer.state, [...states]);
}

export interface DeskTransferRow {
  transfer: TransferRow;
  payment: PaymentRow;
  company: string;
}

export interface TransferSearch {
  /** Empty: all of them. */
  states: readonly TransferState[];
  /** A part of the number, of the company's name, or the bank's serial. */
  keyword: string;
}

function joined(db: Db | Tx, where: SQL | undefined) {
  return db
    .select({ transfer: bankTransfer, payment, company: company.name })
    .from(bankTransfer)
    .innerJoin(payment, eq(payment.no, bankTransfer.payNo))
    .innerJoin(company, eq(company.id, payment.companyId))
    .where(where)
    .$dynamic();
}

/** A page of the transfers; those that wait longest come first, then the newest. */
export function findTransfers(
  db: Db,
  { states, keyword }: TransferSearch,
  asked: { page: number; size: number },
): Promise<{ rows: DeskTransferRow[]; total: number }> {
  const word = keyword.trim();
  const found = () =>
    joined(
      db,
      and(
        states.length > 0 ? isAtDesk(states) : undefined,
        or(
          contains(bankTransfer.payNo, word),
          contains(company.name, word),
          word === ''
            ? undefined
            : sql`exists (select 1 from ${bankReceipt} r where r.pay_no = ${bankTransfer.payNo} and r.serial = ${word.toUpperCase()})`,
        ),
      ),
    );
  return countedPage(
    db,
    found,
    [asc(sql`coalesce(${bankTransfer.submittedAt}, ${bankTransfer.createdAt})`), asc(bankTransfer.payNo)],
    asked,
  );
}

/** One of them, or null. */
export async function findDeskTransfer(db: Db | Tx, payNo: string): Promise<DeskTransferRow | null> {
  const [row] = await joined(db, eq(bankTransfer.payNo, payNo));
  return row ?? null;
}
