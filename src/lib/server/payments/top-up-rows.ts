/** Payments that top up a company's balance. */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { PaymentState } from '#lib/rules/orders/payment-state.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, payment } from '../db/schema.ts';
import type { PaymentRow } from './rows.ts';

type NewTopUp = Omit<typeof payment.$inferInsert, 'purpose'>;

function ofCompany(companyId: number) {
  return and(eq(payment.companyId, companyId), eq(payment.purpose, 'top_up'));
}

/** The present state of a company. */
export async function findCompanyState(tx: Tx, companyId: number): Promise<CompanyState | null> {
  const [row] = await tx.select({ status: company.status }).from(company).where(eq(company.id, companyId));
  return row?.status ?? null;
}

/** Serializes a company's new top-ups until the transaction ends. */
export async function lockTopUps(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`top_up:${companyId}`}, 0))`);
}

export async function insertTopUp(tx: Tx, row: NewTopUp): Promise<void> {
  await tx.insert(payment).values({ ...row, purpose: 'top_up' });
}

/** One of a company, or null. */
export async function findTopUp(db: Db | Tx, companyId: number, no: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(ofCompany(companyId), eq(payment.no, no)));
  return row ?? null;
}

/** An equal one that was started since and waits. */
export async function findOpenTopUp(
  tx: Tx,
  like: { companyId: number; userId: string; provider: string; amount: number; since: Date },
  open: PaymentState,
): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(
      and(
        ofCompany(like.companyId),
        eq(payment.status, open),
        eq(payment.userId, like.userId),
        eq(payment.provider, like.provider),
        eq(payment.amount, like.amount),
        gte(payment.createdAt, like.since),
      ),
    )
    .orderBy(desc(payment.createdAt))
    .limit(1);
  return row ?? null;
}

/** Number of a company's that wait for their money. */
export async function countOpenTopUps(tx: Tx, companyId: number, open: PaymentState): Promise<number> {
  return tx.$count(payment, and(ofCompany(companyId), eq(payment.status, open)));
}

/** A company's, the newest first. */
export async function listTopUps(db: Db, companyId: number, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payment)
    .where(ofCompany(companyId))
    .orderBy(desc(payment.createdAt), desc(payment.no))
    .limit(limit);
}
