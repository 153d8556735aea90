/** Companies that asked to be closed, their open obligations, and closing them. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { ClosingFacts } from '#lib/rules/companies/closing.ts';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import { openAfterSaleStates } from '#lib/rules/orders/after-sale-state.ts';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { unpaidStates } from '#lib/rules/orders/refund-state.ts';
import { pointsOrderIs, pointsOrderStateKeys } from '#lib/rules/points/points-orders.ts';
import { must } from '#lib/rules/terms/must.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, companyClosing, user } from '../db/schema.ts';
import { eraseOwn } from './erasing-rows.ts';

export type ClosingRow = typeof companyClosing.$inferSelect;

const isOpen = and(isNull(companyClosing.calledOffAt), isNull(companyClosing.closedAt));
const list = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;

/** Obstacles to closing a company. `freshSince`: orders completed since then can still be returned. */
export async function findClosingFacts(
  db: Db | Tx,
  companyId: number,
  freshSince: Date,
): Promise<ClosingFacts> {
  const running = orderStatuses.filter((status) => !orderIs.over(status));
  const done = orderStatuses.filter(orderIs.completed);
  const redeemed = pointsOrderStateKeys.filter(
    (state) => !pointsOrderIs.completed(state) && !pointsOrderIs.cancelled(state),
  );
  const { rows } = await db.execute<{ [Fact in keyof ClosingFacts]: number | string }>(sql`
    select
      (select count(*) from "order" where company_id = ${companyId} and status = any(${list(running)}))::int
        as "openOrders",
      (select count(*) from "order" where company_id = ${companyId} and status = any(${list(done)})
        and completed_at > ${freshSince})::int as "freshOrders",
      (select count(*) from refund where company_id = ${companyId} and status = any(${list(unpaidStates)}))::int
        as "openRefunds",
      (select count(*) from after_sale where company_id = ${companyId}
        and state = any(${list(openAfterSaleStates)}))::int as "openCases",
      (select count(*) from points_order where company_id = ${companyId}
        and status = any(${list(redeemed)}))::int as "openPointsOrders",
      (select count(*) from points_case where company_id = ${companyId} and state = 'asked')::int
        as "openPointsCases",
      (select count(*) from payment where company_id = ${companyId} and purpose = 'top_up'
        and ask_at is not null)::int as "openTopUps",
      coalesce((select balance from wallet where company_id = ${companyId}), 0) as balance,
      (select count(*) from company where head_id = ${companyId} and status <> 'closed')::int as "openStores"`);
  const row = must(rows[0], 'the one row of a query without a table');
  return {
    openOrders: Number(row.openOrders),
    freshOrders: Number(row.freshOrders),
    openRefunds: Number(row.openRefunds),
    openCases: Number(row.openCases),
    openPointsOrders: Number(row.openPointsOrders),
    openPointsCases: Number(row.openPointsCases),
    openTopUps: Number(row.openTopUps),
    balance: Number(row.balance),
    openStores: Number(row.openStores),
  };
}

/** The closing of a company that can still be cancelled, with the requester's name; null when there is none. */
export async function findOpenClosing(
  db: Db | Tx,
  companyId: number,
): Promise<(ClosingRow & { userName: string }) | null> {
  const [row] = await db
    .select({ closing: companyClosing, userName: user.name })
    .from(companyClosing)
    .innerJoin(user, eq(user.id, companyClosing.userId))
    .where(and(eq(companyClosing.companyId, companyId), isOpen));
  return row ? { ...row.closing, userName: row.userName } : null;
}

/** Saves a request; false when the company has one already. */
export async function putClosing(
  tx: Tx,
  row: Pick<ClosingRow, 'companyId' | 'userId' | 'createdAt' | 'dueAt'>,
): Promise<boolean> {
  const rows = await tx
    .insert(companyClosing)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: companyClosing.id });
  return rows.length > 0;
}

/** Cancels a company's closing; false when none was open. */
export async function callOffClosing(tx: Tx, companyId: number, at: Date, reason: string): Promise<boolean> {
  const rows = await tx
    .update(companyClosing)
    .set({ calledOffAt: at, reason })
    .where(and(eq(companyClosing.companyId, companyId), isOpen))
    .returning({ id: companyClosing.id });
  return rows.length > 0;
}

/** Closings that are due and do not rest after a failure, the oldest first. */
export async function listDueClosings(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: companyClosing.id })
    .from(companyClosing)
    .where(and(isOpen, lte(companyClosing.dueAt, now), isReady('closeCompanies', companyClosing.id, now)))
    .orderBy(asc(companyClosing.dueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A closing that is due, locked until the transaction ends; null when it was cancelled or done meanwhile. */
export async function lockDueClosing(tx: Tx, id: number, now: Date): Promise<ClosingRow | null> {
  const [row] = await tx
    .select()
    .from(companyClosing)
    .where(and(eq(companyClosing.id, id), isOpen, lte(companyClosing.dueAt, now)))
    .for('update');
  return row ?? null;
}

/**
 * Locks a company against everything that would reference it, an order above all, until the transaction ends; answers
 * its state.
 */
export async function holdCompany(tx: Tx, companyId: number): Promise<CompanyState> {
  const [row] = await tx
    .select({ status: company.status })
    .from(company)
    .where(eq(company.id, companyId))
    .for('update');
  return must(row, `company ${companyId}`).status;
}

/**
 * Closes a locked company: sessions end with it (a trigger). The names, phones and passwords of its people are erased,
 * so that they may open another account; orders, ledgers and documents stay, as the law requires.
 */
export async function closeCompany(tx: Tx, { id, companyId }: ClosingRow, now: Date): Promise<void> {
  await tx.execute(sql`
    update company_closing set closed_at = ${now},
      credit_code = (select credit_code from company where id = ${companyId}) where id = ${id}`);
  await tx.execute(sql`
    update company set status = 'closed', status_reason = '企业已申请注销', credit_code = null where id = ${companyId}`);
  await eraseOwn(tx, companyId, now);
}
