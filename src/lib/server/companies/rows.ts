/** Changes of companies at the platform's desk. */
import { and, eq } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, companyScope } from '../db/schema.ts';

/** A company's own row, locked until the transaction ends; null when there is none. */
export async function lockCompany(tx: Tx, id: number) {
  const [row] = await tx.select().from(company).where(eq(company.id, id)).for('no key update');
  return row ?? null;
}

/** Moves a company that is still in state `from`; false when another process was faster. */
export async function setCompanyState(
  tx: Tx,
  id: number,
  from: CompanyState,
  to: { status: CompanyState; reason: string | null },
): Promise<boolean> {
  const moved = await tx
    .update(company)
    .set({ status: to.status, statusReason: to.reason })
    .where(and(eq(company.id, id), eq(company.status, from)))
    .returning({ id: company.id });
  return moved.length > 0;
}

export async function setTerms(
  tx: Tx,
  id: number,
  terms: { rank: number; accountManagerId: number | null },
): Promise<void> {
  await tx.update(company).set(terms).where(eq(company.id, id));
}

/** The scopes of a company, in the order of their codes. */
export async function listScopes(db: Db | Tx, companyId: number): Promise<ScopeCode[]> {
  const rows = await db
    .select({ scope: companyScope.scope })
    .from(companyScope)
    .where(eq(companyScope.companyId, companyId));
  return rows.map(({ scope }) => scope).toSorted();
}

/** Sets a company's scopes to exactly these. */
export async function setScopes(tx: Tx, companyId: number, scopes: readonly ScopeCode[]): Promise<void> {
  await tx.delete(companyScope).where(eq(companyScope.companyId, companyId));
  if (scopes.length > 0) await tx.insert(companyScope).values(scopes.map((scope) => ({ companyId, scope })));
}
