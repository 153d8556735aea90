/** Trades: orders that are paid at once. A buyer's are bound to the company; jobs name them directly. */
import { and, asc, desc, eq, inArray, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#lib/rules/companies/roles.ts';
import { type OrderStatus, statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { order, payment, paymentTrade, trade } from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { prepared } from '../fast/prepared.ts';

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

/** The trades of orders of several companies. */
export async function listTradesOf(
  db: Db,
  orders: readonly { companyId: number; tradeNo: string }[],
): Promise<TradeRow[]> {
  if (orders.length === 0) return [];
  const companies = [...new Set(orders.map(({ companyId }) => companyId))];
  const nos = [...new Set(orders.map(({ tradeNo }) => tradeNo))];
  return db
    .select()
    .from(trade)
    .where(and(inArray(trade.companyId, companies), inArray(trade.no, nos)))
    .orderBy(asc(trade.no));
}

/** The payer: at a head office also for the stores for which they may act. */
interface Payer {
  userId: string;
  role: Role;
  companyId: number;
  homeCompanyId: number;
}

/** Whose trades a person may pay: only those of the store they act for, also of all stores, or of some. */
function reachOf({ role, companyId, homeCompanyId }: Payer): 'own' | 'all' | 'some' {
  if (companyId !== homeCompanyId) return 'own';
  return role === 'owner' ? 'all' : 'some';
}

/**
 * The companies whose trades a person may pay: the one they act for, and at the head office its stores that may buy.
 */
function paidFor(
  reach: ReturnType<typeof reachOf>,
  { userId, companyId }: { userId: string | Placeholder; companyId: number | Placeholder },
): SQL | undefined {
  if (reach === 'own') return eq(trade.companyId, companyId);
  const mayActFor =
    reach === 'all'
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
    .where(and(paidFor(reachOf(payer), payer), inArray(trade.no, [...nos])))
    .orderBy(asc(trade.no));
}

/** Locks those that this person may pay; unknown and foreign ones are left out. */
export function lockPayerTrades(tx: Tx, payer: Payer, nos: readonly string[]): Promise<TradeRow[]> {
  const reach = reachOf(payer);
  const { userId, companyId } = payer;
  const of = sql.placeholder;
  return prepared(tx, `lock trades of payer, ${reach}`, (name) =>
    lockWhere(
      tx,
      and(
        paidFor(reach, { userId: of('userId'), companyId: of('companyId') }),
        sql`${trade.no} = any((select ${of('nos')}::text[])::text[])`,
      ),
    ).prepare(name),
  ).execute({ userId, companyId, nos: textArray(nos) });
}

/**
 * Locks trades in the order of their numbers: every change of a trade's orders or payments locks its row first, so
 * paying, cancelling, notifies and jobs take turns.
 */
export async function lockTrades(tx: Tx, nos: readonly string[]): Promise<TradeRow[]> {
  return lockWhere(tx, inArray(trade.no, [...nos]));
}

function lockWhere(tx: Tx, where: SQL | undefined) {
  return tx.select().from(trade).where(where).orderBy(asc(trade.no)).for('update');
}

/**
 * Numbers of the trades that this person may pay and that still have an order to pay before `now`, the newest first.
 */
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
        paidFor(reachOf(payer), payer),
        inArray(order.status, [...unpaid]),
        sql`not (${inArray(order.status, [...statusesWithDeadline])} and ${lte(order.deadlineAt, now)})`,
      ),
    )
    .groupBy(trade.no, trade.createdAt)
    .orderBy(desc(trade.createdAt), desc(trade.no));
  return rows.map((row) => row.no);
}

/** Lowers the amount of a trade after one of its orders was cancelled. */
export async function lowerTrade(tx: Tx, no: string, by: number): Promise<void> {
  await tx
    .update(trade)
    .set({ payAmount: sql`${trade.payAmount} - ${by}` })
    .where(eq(trade.no, no));
}

export async function moveDeadline(tx: Tx, no: string, deadlineAt: Date): Promise<void> {
  await tx.update(trade).set({ deadlineAt }).where(eq(trade.no, no));
}

/** The payments of a trade, the oldest first, with the trade's share of each. */
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
