/** Trades: what is paid at once. A buyer's are bound to the company; the system's own work names them itself. */
import { and, asc, desc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#lib/rules/companies/roles.ts';
import { type OrderStatus, statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { order, payment, paymentTrade, trade } from '../db/schema.ts';
import { messageParts, type NewMessage } from './messages.ts';
import { salesParts } from './stock.ts';

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

/** Who pays: at a head office also for the stores for which they may act. */
export interface Payer {
  userId: string;
  role: Role;
  companyId: number;
  homeCompanyId: number;
}

/** The companies whose trades a person may pay: the one they act for, and at the head office its stores that may buy. */
function paidFor({ userId, role, companyId, homeCompanyId }: Payer): SQL | undefined {
  if (companyId !== homeCompanyId) return eq(trade.companyId, companyId);
  const mayActFor =
    role === 'owner'
      ? sql`true`
      : sql`exists (select 1 from member_store m where m.user_id = ${userId} and m.company_id = s.id)`;
  return or(
    eq(trade.companyId, companyId),
    sql`${trade.companyId} in (select s.id from company s
      where s.head_id = ${companyId} and s.status in ('approved', 'changing') and ${mayActFor})`,
  );
}

/** The same for trades that this person may pay; unknown and foreign ones are left out. */
export function listPayerTrades(db: Db | Tx, payer: Payer, nos: readonly string[]): Promise<TradeRow[]> {
  return db
    .select()
    .from(trade)
    .where(and(paidFor(payer), inArray(trade.no, [...nos])))
    .orderBy(asc(trade.no));
}

/** Locks those that this person may pay; unknown and foreign ones are left out. */
export function lockPayerTrades(tx: Tx, payer: Payer, nos: readonly string[]): Promise<TradeRow[]> {
  return lockWhere(tx, and(paidFor(payer), inArray(trade.no, [...nos])));
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

/** Numbers of the trades that this person may pay and that still have an order to pay before `now`, the newest first. */
export async function listUnpaidTrades(
  db: Db | Tx,
  payer: Payer,
  unpaid: readonly OrderStatus[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ no: trade.no })
    .from(trade)
    .innerJoin(order, eq(order.tradeNo, trade.no))
    .where(
      and(
        paidFor(payer),
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

/** What of a company is paid at once. */
export interface Settled {
  companyId: number;
  tradeNos: readonly string[];
  orderNos: readonly string[];
  /** What it is told; one at least, and as many as one statement takes. */
  messages: NewMessage[];
}

/**
 * What a company's locked trades learn when they are paid, in one statement: the moment, that the coupons held for them
 * are used, the company's first purchase, that the pieces of their orders (locked too) are sold, and the message.
 */
export async function settleTrades(
  tx: Tx,
  { companyId, tradeNos, orderNos, messages }: Settled,
  now: Date,
): Promise<void> {
  const isOfThem = sql`= any((select ${sql.param([...tradeNos])}::text[])::text[])`;
  await tx.execute(sql`
    with used as (
        update company_coupon set status = 'used', used_at = ${now} where trade_no ${isOfThem} and status = 'held'),
      first as (update company set first_paid_at = ${now} where id = ${companyId} and first_paid_at is null),
      settled as (update trade set paid_at = ${now} where company_id = ${companyId} and no ${isOfThem}),
      ${salesParts(orderNos)}, ${messageParts(tx, messages)}
    select * from told`);
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
