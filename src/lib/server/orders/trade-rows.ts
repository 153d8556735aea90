/** Trades: orders that are paid at once. A buyer's are bound to the company; jobs name them directly. */
import { and, asc, desc, eq, inArray, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#lib/rules/companies/roles.ts';
import { type OrderStatus, statusesWithDeadline } from '#lib/rules/orders/order-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { order, payment, paymentTrade, trade } from '../db/schema.ts';
import { textArray } from '../fast/arrays.ts';
import { ask, type Part, prepared } from '../fast/prepared.ts';
import { salesParts } from '../goods/stock-rows.ts';
import { type NewMerchantNotice, writtenNotices } from '../messages/merchant-notice-rows.ts';
import { messagePartsOf, type NewMessage, writtenMessages } from '../messages/rows.ts';
import { type NewPayment, paymentPart } from '../payments/rows.ts';
import { type FromBalance, fromBalance } from './pay-password-rows.ts';
import { type StatusChange, statusColumns, statusPart } from './status-rows.ts';

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

/** The payer: at a head office also for the stores for which they may act. */
export interface Payer {
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

/** A company's trades that are paid at once. */
export interface Settled {
  companyId: number;
  tradeNos: readonly string[];
  orderNos: readonly string[];
  /** Messages to it; at least one, and at most as many as one statement takes. */
  messages: NewMessage[];
  /** Notices to the merchants of its orders; at least one. */
  notices: NewMerchantNotice[];
}

/**
 * Marks a company's locked trades as paid, in one statement: the time, their coupons as used, the company's first
 * purchase, the pieces of their orders (locked too) as sold, and the messages.
 */
export async function settleTrades(tx: Tx, settled: Settled, now: Date): Promise<void> {
  const { name, text, values } = settledPart(settled, now);
  await ask(tx, name, () => sql`with ${text()} select * from told`, values);
}

/** Further writes and reads in the statement of a settlement. */
export interface Beside {
  /** The payment, where it is not saved yet. */
  payment?: NewPayment | undefined;
  /** Sums up this person's payments before this one; the caller has locked the wallet. */
  before?: FromBalance | undefined;
  now: Date;
}

/**
 * The same with its cause, in one statement: moves their orders, and saves the payment that was not saved yet. Answers
 * how many orders moved (where these are too few the caller ends its transaction without a commit), and the sum of the
 * payments before, fen.
 */
export async function moveAndSettle(
  tx: Tx,
  change: StatusChange,
  settled: Settled,
  { payment: written, before, now }: Beside,
): Promise<{ moved: number; before: number }> {
  const parts = [
    ...(written === undefined ? [] : [paymentPart(written)]),
    statusPart(tx, change),
    settledPart(settled, now),
  ];
  const sum = before === undefined ? undefined : fromBalance(before);
  const { rows } = await ask<{ moved: number; before: number }>(
    tx,
    [...parts, ...(sum === undefined ? [] : [sum])].map(({ name }) => name).join(', '),
    () => sql`
      with ${sql.join(
        parts.map(({ text }) => text()),
        sql`, `,
      )}
      select ${statusColumns}, (select * from told) as told, ${sum?.text() ?? sql`0`} as before`,
    Object.assign({}, sum?.values, ...parts.map(({ values }) => values)),
  );
  return rows[0] ?? { moved: 0, before: 0 };
}

function settledPart({ companyId, tradeNos, orderNos, messages, notices }: Settled, now: Date): Part {
  const of = sql.placeholder;
  const isOfThem = sql`= any((select ${of('tradeNos')}::text[])::text[])`;
  const inserted = writtenMessages(messages);
  const noticed = writtenNotices(notices);
  const text = () => sql`used as (
        update company_coupon set status = 'used', used_at = ${of('now')} where trade_no ${isOfThem} and status = 'held'),
      first as (update company set first_paid_at = ${of('now')} where id = ${of('companyId')} and first_paid_at is null),
      settled as (update trade set paid_at = ${of('now')} where company_id = ${of('companyId')} and no ${isOfThem}),
      noticed as (${noticed.into(of('notices'))} on conflict do nothing),
      ${salesParts(of('orderNos'))}, ${messagePartsOf(inserted.into(of('messages')))}`;
  const values = { companyId, tradeNos: textArray(tradeNos), orderNos: textArray(orderNos), now };
  return {
    name: `settle ${inserted.form} ${noticed.form}`,
    text,
    values: { ...values, messages: inserted.json, notices: noticed.json },
  };
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
