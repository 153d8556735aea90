/** Applications for controlled items, and their decisions at the platform's desk. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { GrantStatus } from '#lib/rules/companies/grant-state.ts';
import type { Tx } from '../db/client.ts';
import { company, controlledGrant, goods, member, merchant, product, user } from '../db/schema.ts';

/** Applications that wait for the platform, or for the merchant `within`. Over `controlledGrant`. */
export function isGrantWaiting(within: number | null): SQL {
  if (within === null) return sql`${controlledGrant.status} = 'agreed'`;
  return sql`${controlledGrant.status} = 'applied' and ${controlledGrant.goodsId} in
    (select id from goods where merchant_id = ${within})`;
}

function select(db: Tx) {
  return db
    .select({
      id: controlledGrant.id,
      companyId: company.id,
      company: company.name,
      goodsId: goods.id,
      name: product.name,
      spec: product.spec,
      merchant: merchant.shortName,
      merchantId: goods.merchantId,
      note: controlledGrant.note,
      status: sql<GrantStatus>`${controlledGrant.status}`,
      reason: controlledGrant.reason,
      createdAt: controlledGrant.createdAt,
      validTo: controlledGrant.validTo,
    })
    .from(controlledGrant)
    .innerJoin(company, eq(company.id, controlledGrant.companyId))
    .innerJoin(goods, eq(goods.id, controlledGrant.goodsId))
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId));
}
export type DeskGrant = Awaited<ReturnType<typeof select>>[number];

/** One of them, locked until the transaction ends; null where there is none. */
export async function lockGrantRow(tx: Tx, id: number): Promise<DeskGrant | null> {
  const [row] = await select(tx).where(eq(controlledGrant.id, id)).for('update', { of: controlledGrant });
  return row ?? null;
}

// Companies and their applications, for decisions of the platform's desk.

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

/** A company's application for a controlled item, in any state; locked until the transaction ends. */
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
  decision: { status: GrantStatus; reason?: string; validTo?: string | null },
  now: Date,
): Promise<void> {
  await tx
    .update(controlledGrant)
    .set({ reason: '', ...decision, decidedAt: now })
    .where(eq(controlledGrant.id, id));
}
