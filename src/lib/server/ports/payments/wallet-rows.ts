/** Balance and points of companies with their append-only ledgers. Every statement is bound to one company. */

import { and, desc, eq, getTableColumns, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { MoneyUse } from '#lib/contract/wallet/calls.ts';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { PointsUse } from '#lib/rules/points/points.ts';
import type { PromisedLine } from '#lib/rules/promotions/promises.ts';
import type { Db, Tx } from '../../db/client.ts';
import { order, orderLine, pointsLedger, pointsLot, wallet, walletLedger } from '../../db/schema.ts';
import { ask } from '../../fast/prepared.ts';

/** One entry. `ref` is its cause: the same use and cause are written once. */
export interface Entry {
  companyId: number;
  useType: MoneyUse;
  /** Fen; negative leaves the wallet. */
  amount: number;
  ref: string;
  note: string;
}

/** Points of a row of `wallet` that may be spent: without those that have ended, less the debt. */
export const usablePoints = sql<number>`greatest(0, wallet.points - wallet.points_debt - coalesce((
  select sum(l.remaining) from points_lot l
  where l.company_id = wallet.company_id and l.remaining > 0 and l.expires_at <= now()), 0))::int`;

/** Balance (fen), points to spend, and points that the company owes. */
export async function findWallet(db: Db | Tx, companyId: number) {
  const [row] = await db
    .select({ balance: wallet.balance, points: usablePoints, debt: wallet.pointsDebt })
    .from(wallet)
    .where(eq(wallet.companyId, companyId));
  return row ?? { balance: 0, points: 0, debt: 0 };
}

/**
 * Locks a company's wallet until the transaction ends; creates an empty one if there is none. Answers its balance, fen.
 */
export async function lockWallet(tx: Tx, companyId: number): Promise<number> {
  await ensureWallet(tx, companyId);
  const [row] = await tx
    .select({ balance: wallet.balance })
    .from(wallet)
    .where(eq(wallet.companyId, companyId))
    .for('update');
  return row?.balance ?? 0;
}

/**
 * Moves the balance and writes the entry in one statement; answers the new balance, or null when there is too little.
 * The row's lock puts entries in the order of their running balance. A repeated cause throws (unique violation):
 * callers guard their own state first.
 */
export async function postEntry(
  tx: Tx,
  { companyId, useType, amount, ref, note }: Entry,
): Promise<number | null> {
  if (amount > 0) await ensureWallet(tx, companyId);
  const entry = { companyId, useType, amount, ref, note };
  const { rows } = await ask<{ balance_after: number }>(tx, 'post entry', posting, entry);
  return rows[0]?.balance_after ?? null;
}

function posting() {
  const of = sql.placeholder;
  return sql`
    with moved as (
      update wallet set balance = balance + ${of('amount')}::bigint
      where company_id = ${of('companyId')}::int and balance + ${of('amount')}::bigint >= 0
      returning company_id, balance)
    insert into wallet_ledger (company_id, use_type, amount, balance_after, ref, note)
    select company_id, ${of('useType')}::text, ${of('amount')}::bigint, balance, ${of('ref')}::text, ${of('note')}::text from moved
    returning balance_after`;
}

/** Creates a company's empty wallet if there is none. */
export async function ensureWallet(tx: Tx, companyId: number): Promise<void> {
  await tx.insert(wallet).values({ companyId }).onConflictDoNothing();
}

/** Filter of a ledger: both times included, the newest first. */
export interface LogFilter<Use extends string> {
  useType?: Use | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
  offset: number;
}

/** Entries of a company's balance, the newest first, and how many there are. */
export async function listEntries(db: Db, companyId: number, filter: LogFilter<MoneyUse>) {
  const { useType, limit, offset } = filter;
  const where = and(isAsked(walletLedger, companyId, filter), useType && eq(walletLedger.useType, useType));
  const newest = db.select().from(walletLedger).where(where).orderBy(desc(walletLedger.id));
  const [list, total] = await Promise.all([
    newest.limit(limit).offset(offset),
    db.$count(walletLedger, where),
  ]);
  return { list, total };
}

/** Entries of points with the lot that each brought, if any. */
export function pointsEntries(db: Db) {
  return db
    .select({ ...getTableColumns(pointsLedger), left: pointsLot.remaining, expiresAt: pointsLot.expiresAt })
    .from(pointsLedger)
    .leftJoin(pointsLot, eq(pointsLot.id, pointsLedger.id));
}

/** The same of its points; with what brought them, what is left and the first moment at which it is gone. */
export async function listPointsEntries(db: Db, companyId: number, filter: LogFilter<PointsUse>) {
  const { useType, limit, offset } = filter;
  const where = and(isAsked(pointsLedger, companyId, filter), useType && eq(pointsLedger.useType, useType));
  const newest = pointsEntries(db).where(where).orderBy(desc(pointsLedger.id));
  const [list, total] = await Promise.all([
    newest.limit(limit).offset(offset),
    db.$count(pointsLedger, where),
  ]);
  return { list, total };
}

function isAsked(
  ledger: typeof walletLedger | typeof pointsLedger,
  companyId: number,
  { from, to }: Pick<LogFilter<string>, 'from' | 'to'>,
) {
  return and(
    eq(ledger.companyId, companyId),
    from && gte(ledger.createdAt, from),
    to && lte(ledger.createdAt, to),
  );
}

/**
 * Rebate and cashback credited to a company's balance for an order, less what its refunds took back: numbers that begin
 * with `prefix`.
 */
export async function sumPromised(
  tx: Tx,
  companyId: number,
  orderNo: string,
  prefix: string,
): Promise<{ rebate: number; cashback: number }> {
  const rows = await tx
    .select({ useType: walletLedger.useType, sum: sql<string>`sum(${walletLedger.amount})` })
    .from(walletLedger)
    .where(
      and(
        eq(walletLedger.companyId, companyId),
        inArray(walletLedger.useType, ['rebate', 'cashback']),
        or(eq(walletLedger.ref, orderNo), sql`starts_with(${walletLedger.ref}, ${prefix})`),
      ),
    )
    .groupBy(walletLedger.useType);
  const of = (useType: MoneyUse) => Number(rows.find((row) => row.useType === useType)?.sum ?? 0);
  return { rebate: of('rebate'), cashback: of('cashback') };
}

/** A company's orders at these statuses with promised rebate or cashback that is not credited yet, with their lines. */
export async function listPromises(
  db: Db,
  companyId: number,
  statuses: readonly OrderStatus[],
): Promise<{ cashback: number; lines: PromisedLine[] }[]> {
  const { quantity, refundedQuantity, paid, refundedAmount, rebate } = orderLine;
  const rows = await db
    .select({
      no: order.no,
      cashback: order.cashbackAmount,
      line: { quantity, refundedQuantity, paid, refundedAmount, rebate },
    })
    .from(order)
    .innerJoin(orderLine, eq(orderLine.orderNo, order.no))
    .where(
      and(
        eq(order.companyId, companyId),
        inArray(order.status, [...statuses]),
        isNull(order.creditedAt),
        sql`${order.rebateAmount} + ${order.cashbackAmount} > 0`,
      ),
    );
  const byOrder = new Map<string, { cashback: number; lines: PromisedLine[] }>();
  for (const { no, cashback, line } of rows) {
    const own = byOrder.get(no);
    if (own) own.lines.push(line);
    else byOrder.set(no, { cashback, lines: [line] });
  }
  return [...byOrder.values()];
}
