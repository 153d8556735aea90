/** Companies and their applications, as the house's desk decides them. */
import { and, eq, or, sql } from 'drizzle-orm';
import type { GrantStatus } from '#lib/rules/companies/grant-state.ts';
import type { CompanyState, PaperKind, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, companyScope, controlledGrant, goods, member, paper, product, user } from '../db/schema.ts';

/** A company by its id, its name or a member's login name. */
export async function findCompany(
  tx: Tx,
  who: string,
): Promise<{ id: number; name: string; status: CompanyState } | null> {
  const [row] = await tx
    .select({ id: company.id, name: company.name, status: sql<CompanyState>`${company.status}` })
    .from(company)
    .leftJoin(member, eq(member.companyId, company.id))
    .leftJoin(user, eq(user.id, member.userId))
    .where(or(sql`${company.id}::text = ${who}`, eq(company.name, who), eq(user.username, who.toLowerCase())))
    .limit(1);
  return row ?? null;
}

/** Moves a company on, and accepts the papers that wait with it; false when somebody was faster. */
export async function moveCompany(
  tx: Tx,
  id: number,
  from: CompanyState,
  to: CompanyState,
): Promise<boolean> {
  const moved = await tx
    .update(company)
    .set({ status: to, statusReason: null })
    .where(and(eq(company.id, id), eq(company.status, from)))
    .returning({ id: company.id });
  if (moved.length === 0) return false;
  await tx
    .update(paper)
    .set({ status: 'approved', reason: null })
    .where(and(eq(paper.companyId, id), eq(paper.status, 'reviewing')));
  return true;
}

/** Kinds of papers that count for a company. */
export async function listPaperKinds(db: Db | Tx, companyId: number): Promise<PaperKind[]> {
  const rows = await db
    .selectDistinct({ kind: sql<PaperKind>`${paper.kind}` })
    .from(paper)
    .where(and(eq(paper.companyId, companyId), eq(paper.status, 'approved')));
  return rows.map((row) => row.kind);
}

export async function grantScopes(tx: Tx, companyId: number, scopes: readonly ScopeCode[]): Promise<void> {
  if (scopes.length === 0) return;
  await tx
    .insert(companyScope)
    .values(scopes.map((scope) => ({ companyId, scope })))
    .onConflictDoNothing();
}

/** A company's application for a controlled goods, whatever became of it; held until the transaction ends. */
export async function findGrant(tx: Tx, companyId: number, goodsId: number) {
  const [row] = await tx
    .select({
      id: controlledGrant.id,
      status: sql<GrantStatus>`${controlledGrant.status}`,
      name: product.name,
    })
    .from(controlledGrant)
    .innerJoin(goods, eq(goods.id, controlledGrant.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .where(and(eq(controlledGrant.companyId, companyId), eq(controlledGrant.goodsId, goodsId)))
    .for('update', { of: controlledGrant });
  return row ?? null;
}

export async function decideGrant(
  tx: Tx,
  id: number,
  status: 'granted' | 'refused',
  now: Date,
  reason = '',
): Promise<void> {
  await tx.update(controlledGrant).set({ status, reason, decidedAt: now }).where(eq(controlledGrant.id, id));
}
