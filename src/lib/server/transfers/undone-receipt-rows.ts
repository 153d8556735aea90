/** Receipts of bank transfers that were entered by mistake, and their effects. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type ActRow, actColumns } from '../acts/countersign-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { bankReceipt, bankReceiptUndone, payment, refund, waitingAct } from '../db/schema.ts';
import type { ReceiptRow } from '../paying/receipt-rows.ts';
import type { RefundRow } from '../payments/refund-rows.ts';
import type { PaymentRow } from '../payments/rows.ts';

interface Undone {
  undoneBy: string;
  reason: string;
  now: Date;
}

/** Removes a receipt from a locked transfer; its serial number may be entered again. */
export async function undoReceiptRow(
  tx: Tx,
  { serial, payNo, amount, receivedOn, staff }: ReceiptRow,
  { undoneBy, reason, now: createdAt }: Undone,
): Promise<void> {
  await tx
    .insert(bankReceiptUndone)
    .values({ serial, payNo, amount, receivedOn, staff, undoneBy, reason, createdAt });
  await tx.delete(bankReceipt).where(eq(bankReceipt.serial, serial));
}

/** Replaces the amount of a receipt with the real one. */
export async function correctReceipt(
  tx: Tx,
  receipt: ReceiptRow,
  amount: number,
  undone: Undone,
): Promise<void> {
  await undoReceiptRow(tx, receipt, undone);
  await tx.insert(bankReceipt).values({ ...receipt, amount });
}

/** Surplus of a transfer over its orders: waiting acts, and separate payments to the balance or back. */
export interface Rests {
  acts: ActRow[];
  payments: PaymentRow[];
  /** Fen of all of them. */
  over: number;
}

/** Of receipts that settled together, locked. */
export async function listRests(tx: Tx, payNo: string, serials: readonly string[]): Promise<Rests> {
  const acts = await tx
    .select(actColumns)
    .from(waitingAct)
    .where(
      and(
        eq(waitingAct.kind, 'surplus'),
        eq(waitingAct.state, 'waiting'),
        inArray(
          waitingAct.subject,
          serials.map((serial) => `receipt:${serial}`),
        ),
      ),
    )
    .for('update');
  const payments = await tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.provider, 'bank'),
        inArray(
          payment.providerNo,
          serials.map((serial) => `${serial}-余`),
        ),
        sql`${payment.no} <> ${payNo}`,
      ),
    )
    .orderBy(asc(payment.no))
    .for('update');
  const sum = (amounts: readonly (number | null)[]) =>
    amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
  return {
    acts,
    payments,
    over: sum(acts.map(({ amount }) => amount)) + sum(payments.map(({ amount }) => amount)),
  };
}

/** Ends a payment of the surplus; its number at the bank is free again. */
export async function endRest(tx: Tx, no: string): Promise<void> {
  await tx
    .update(payment)
    .set({ status: 'refunded', providerNo: sql`${payment.providerNo} || ':' || ${payment.no}` })
    .where(eq(payment.no, no));
}

/** Refunds of a payment, oldest first. */
export async function listRefundsOf(tx: Db | Tx, payNo: string): Promise<RefundRow[]> {
  return tx.select().from(refund).where(eq(refund.payNo, payNo)).orderBy(asc(refund.no));
}
