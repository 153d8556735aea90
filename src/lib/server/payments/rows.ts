/** Payments. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { RemoteState } from '#lib/rules/orders/remote-state.ts';
import { statesAtDesk } from '#lib/rules/orders/transfer-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { bankTransfer, payment, paymentTrade, refund } from '../db/schema.ts';
import { writtenRows } from '../fast/insert-from.ts';
import { ask, type Part } from '../fast/prepared.ts';

export type PaymentRow = typeof payment.$inferSelect;

/** A payment to be saved, with its share of each trade. */
export interface NewPayment {
  row: typeof payment.$inferInsert;
  shares: readonly { tradeNo: string; amount: number }[];
}

export async function insertPayment(
  tx: Tx,
  row: NewPayment['row'],
  shares: NewPayment['shares'],
): Promise<void> {
  const { name, text, values } = paymentPart({ row, shares });
  await ask(tx, name, () => sql`with ${text()} select 1`, values);
}

/** The same as a part of another statement, `new_payment` and `new_shares`. */
export function paymentPart({ row, shares }: NewPayment): Part {
  const paid = writtenRows(payment, [row]);
  const shared = writtenRows(
    paymentTrade,
    shares.map((share) => ({ ...share, payNo: row.no })),
  );
  return {
    name: `payment ${[paid.form, shared.form]}`,
    text: () => sql`new_payment as (${paid.into(sql.placeholder('payment'))}),
      new_shares as (${shared.into(sql.placeholder('shares'))})`,
    values: { payment: paid.json, shares: shared.json },
  };
}

/** A payment of a company, or null. */
export async function findPayment(db: Db | Tx, companyId: number, no: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.companyId, companyId), eq(payment.no, no)));
  return row ?? null;
}

/** A payment by the number that a provider names. */
export async function findAnyPayment(db: Db | Tx, no: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payment).where(eq(payment.no, no));
  return row ?? null;
}

export async function findByProviderNo(
  db: Db | Tx,
  provider: string,
  providerNo: string,
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.provider, provider), eq(payment.providerNo, providerNo)));
  return row ?? null;
}

/** Locks a payment; lock its trades first. */
export async function lockPayment(tx: Tx, no: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payment).where(eq(payment.no, no)).for('update');
  return row ?? null;
}

export async function listShares(db: Db | Tx, payNo: string): Promise<{ tradeNo: string; amount: number }[]> {
  return db
    .select({ tradeNo: paymentTrade.tradeNo, amount: paymentTrade.amount })
    .from(paymentTrade)
    .where(eq(paymentTrade.payNo, payNo))
    .orderBy(asc(paymentTrade.tradeNo));
}

/** Marks shares of a payment as refunded: they pay for nothing. */
export async function markSharesGivenBack(tx: Tx, payNo: string, tradeNos: readonly string[]): Promise<void> {
  await tx
    .update(paymentTrade)
    .set({ isGivenBack: true })
    .where(and(eq(paymentTrade.payNo, payNo), inArray(paymentTrade.tradeNo, [...tradeNos])));
}

type PaymentPatch = Partial<
  Pick<PaymentRow, 'providerNo' | 'failReason' | 'paidAt' | 'closedAt' | 'remoteState' | 'askAt'>
>;

/** Moves a payment that is still in `from`; false when it is not. */
export async function updatePayment(
  tx: Tx,
  no: string,
  from: PaymentState,
  to: PaymentState,
  patch: PaymentPatch,
): Promise<boolean> {
  const rows = await tx
    .update(payment)
    .set({ ...patch, status: to })
    .where(and(eq(payment.no, no), eq(payment.status, from)))
    .returning({ no: payment.no });
  return rows.length > 0;
}

/**
 * Saves our knowledge of a payment at its provider, where it is still in one of `from`; also the code that a phone
 * scans.
 */
export async function markRemote(
  db: Db | Tx,
  no: string,
  from: readonly RemoteState[],
  to: RemoteState,
  scanned?: { qr: string; until: Date },
): Promise<void> {
  await db
    .update(payment)
    .set({ remoteState: to, ...(scanned && { qr: scanned.qr, qrUntil: scanned.until }) })
    .where(and(eq(payment.no, no), inArray(payment.remoteState, [...from])));
}

/** Makes payments of trades due for a query that are open at their provider. */
export async function hurryAsking(tx: Tx, tradeNos: readonly string[], now: Date): Promise<void> {
  await tx
    .update(payment)
    .set({ askAt: now })
    .where(and(gt(payment.askAt, now), isOfTrades(tx, tradeNos)));
}

/** True when any payment was ever started for trades. */
export async function haveTradesPayments(tx: Tx, tradeNos: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ no: paymentTrade.payNo })
    .from(paymentTrade)
    .where(inArray(paymentTrade.tradeNo, [...tradeNos]))
    .limit(1);
  return rows.length > 0;
}

/**
 * Closes the open payments of trades. Money that still arrives on them is refunded. A transfer that the desk has stays:
 * its money may be under way for the other trades, and the desk decides about it.
 */
export async function closeOpenPayments(
  tx: Tx,
  tradeNos: readonly string[],
  open: PaymentState,
  closed: PaymentState,
  now: Date,
): Promise<void> {
  await tx
    .update(payment)
    .set({ status: closed, closedAt: now })
    .where(
      and(
        eq(payment.status, open),
        isNull(payment.partOf),
        isOfTrades(tx, tradeNos),
        sql`not exists (select 1 from ${bankTransfer} b
          where b.pay_no = ${payment.no} and ${inArray(sql`b.state`, [...statesAtDesk])})`,
      ),
    );
}

/** The balance part that belongs to a remote payment, or null. */
export async function findPart(db: Db | Tx, no: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payment).where(eq(payment.partOf, no));
  return row ?? null;
}

/** Payments that pay for any of the trades. */
function isOfTrades(tx: Tx, tradeNos: readonly string[]) {
  const nos = tx
    .select({ no: paymentTrade.payNo })
    .from(paymentTrade)
    .where(inArray(paymentTrade.tradeNo, [...tradeNos]));
  return inArray(payment.no, nos);
}

/** Ends balance parts that trades of `tradeNos` still hold, as `to`. Answers those that this call ended. */
export async function endParts(
  tx: Tx,
  tradeNos: readonly string[],
  [from, to]: readonly [PaymentState, PaymentState],
  { reason, now }: { reason: string; now: Date },
): Promise<PaymentRow[]> {
  return tx
    .update(payment)
    .set({ status: to, closedAt: now, failReason: reason })
    .where(and(eq(payment.status, from), isNotNull(payment.partOf), isOfTrades(tx, tradeNos)))
    .returning();
}

/** Payments of a trade whose money waits to return to the balance. */
export async function listReleased(db: Db, tradeNo: string, waiting: RemoteState): Promise<string[]> {
  const rows = await db
    .selectDistinct({ no: refund.payNo })
    .from(paymentTrade)
    .innerJoin(payment, and(eq(payment.no, paymentTrade.payNo), isNotNull(payment.partOf)))
    .innerJoin(refund, and(eq(refund.payNo, payment.no), eq(refund.status, waiting)))
    .where(eq(paymentTrade.tradeNo, tradeNo));
  return rows.map((row) => row.no);
}
