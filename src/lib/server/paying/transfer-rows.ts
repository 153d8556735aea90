/** Bank transfers: their vouchers, received money, and refunds that people send. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bankProvider } from '#lib/contract/constants.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { TransferState } from '#lib/rules/orders/transfer-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { bankTransfer, company, order, payment, paymentTrade, trade } from '../db/schema.ts';
import type { PaymentRow } from '../payments/rows.ts';

export type TransferRow = typeof bankTransfer.$inferSelect;

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

function joined(db: Db | Tx, where: SQL | undefined) {
  return db
    .select({ transfer: bankTransfer, payment, company: company.name })
    .from(bankTransfer)
    .innerJoin(payment, eq(payment.no, bankTransfer.payNo))
    .innerJoin(company, eq(company.id, payment.companyId))
    .where(where);
}

/** Some of them, in any order. */
export async function listDeskTransfers(db: Db, payNos: readonly string[]): Promise<DeskTransferRow[]> {
  return payNos.length === 0 ? [] : joined(db, inArray(bankTransfer.payNo, [...payNos]));
}

/** One of them, or null. */
export async function findDeskTransfer(db: Db | Tx, payNo: string): Promise<DeskTransferRow | null> {
  const [row] = await joined(db, eq(bankTransfer.payNo, payNo));
  return row ?? null;
}
