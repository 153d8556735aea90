/** Trades: what is paid at once. A buyer's are bound to the company; the system's own work names them itself. */
import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type OrderStatus, statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { order, payment, paymentTrade, trade } from '../db/schema.ts';

export type TradeRow = typeof trade.$inferSelect;

/** Trades of a company by number; unknown and foreign ones are left out. */
export async function listTrades(
  db: Db | Tx,
  companyId: number,
  nos: readonly string[],
): Promise<TradeRow[]> {
  if (nos.length === 0) return [];
  return db
    .select()
    .from(trade)
    .where(and(eq(trade.companyId, companyId), inArray(trade.no, [...nos])))
    .orderBy(asc(trade.no));
}

/**
 * Locks trades in the order of their numbers: a change of a trade's orders or payments holds its row first, so
 * paying, cancelling, notifies and jobs take turns.
 */
export async function lockTrades(tx: Tx, nos: readonly string[]): Promise<TradeRow[]> {
  return lockWhere(tx, inArray(trade.no, [...nos]));
}

/** The same for trades of one company; unknown and foreign ones are left out. */
export async function lockOwnTrades(tx: Tx, companyId: number, nos: readonly string[]): Promise<TradeRow[]> {
  return lockWhere(tx, and(eq(trade.companyId, companyId), inArray(trade.no, [...nos])));
}

function lockWhere(tx: Tx, where: SQL | undefined): Promise<TradeRow[]> {
  return tx.select().from(trade).where(where).orderBy(asc(trade.no)).for('update');
}

/** Numbers of a company's trades that still have an order to pay before `now`, the newest first. */
export async function listUnpaidTrades(
  db: Db | Tx,
  companyId: number,
  unpaid: readonly OrderStatus[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ no: trade.no })
    .from(trade)
    .innerJoin(order, eq(order.tradeNo, trade.no))
    .where(
      and(
        eq(order.companyId, companyId),
        inArray(order.status, [...unpaid]),
        sql`not (${inArray(order.status, [...statusesWithDeadline])} and ${lte(order.deadlineAt, now)})`,
      ),
    )
    .groupBy(trade.no, trade.createdAt)
    .orderBy(desc(trade.createdAt), desc(trade.no));
  return rows.map((row) => row.no);
}

/** What the trade's live orders ask for, after one of them was cancelled. */
export async function lowerTrade(tx: Tx, no: string, by: number): Promise<void> {
  await tx
    .update(trade)
    .set({ payAmount: sql`${trade.payAmount} - ${by}` })
    .where(eq(trade.no, no));
}

/**
 * What a company's locked trades learn when they are paid, in one statement: the moment, that the coupons held for them
 * are used, and the company's first purchase.
 */
export async function settleTrades(
  tx: Tx,
  companyId: number,
  nos: readonly string[],
  now: Date,
): Promise<void> {
  const isOfThem = sql`= any(${sql.param([...nos])}::text[])`;
  await tx.execute(sql`
    with used as (
        update company_coupon set status = 'used', used_at = ${now} where trade_no ${isOfThem} and status = 'held'),
      first as (update company set first_paid_at = ${now} where id = ${companyId} and first_paid_at is null)
    update trade set paid_at = ${now} where company_id = ${companyId} and no ${isOfThem}`);
}

export async function moveDeadline(tx: Tx, no: string, deadlineAt: Date): Promise<void> {
  await tx.update(trade).set({ deadlineAt }).where(eq(trade.no, no));
}

/** The payments that a trade's money came by, the oldest first, with the trade's share of each. */
export async function listTradePayments(db: Db | Tx, tradeNo: string, states: readonly PaymentState[]) {
  return db
    .select({ payment, share: paymentTrade.amount })
    .from(paymentTrade)
    .innerJoin(payment, eq(payment.no, paymentTrade.payNo))
    .where(
      and(
        eq(paymentTrade.tradeNo, tradeNo),
        eq(paymentTrade.isGivenBack, false),
        inArray(payment.status, [...states]),
      ),
    )
    .orderBy(asc(payment.createdAt), asc(payment.no));
}
