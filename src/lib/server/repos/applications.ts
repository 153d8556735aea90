/** What companies ask the platform to decide, as they write it. Whoever writes holds the company. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ApplicationKind, CompanyData } from '#lib/rules/companies/application.ts';
import type { BuyerType, ScopeCode } from '#lib/rules/companies/qualification.ts';
import type { Db, Tx } from '../db/client.ts';
import { address, company, companyApplication, companyScope, paper } from '../db/schema.ts';

export type ApplicationRow = typeof companyApplication.$inferSelect;

/** The newest application of a company; null when it has none. */
export async function findNewestApplication(db: Db | Tx, companyId: number): Promise<ApplicationRow | null> {
  const [row] = await db
    .select()
    .from(companyApplication)
    .where(eq(companyApplication.companyId, companyId))
    .orderBy(desc(companyApplication.id))
    .limit(1);
  return row ?? null;
}

/**
 * The application that a company writes on: its draft, or a new one, which goes on from what was returned, else from what
 * the company is, and keeps the version that was read. One that waits is answered as it is. Whoever asks holds the company.
 */
export async function openApplication(
  tx: Tx,
  companyId: number,
  { kind, now }: { kind: ApplicationKind; now: Date },
): Promise<ApplicationRow> {
  const newest = await findNewestApplication(tx, companyId);
  if (newest?.status === 'draft' || newest?.status === 'waiting') return newest;
  const goesOn = newest?.status === 'returned' && newest.kind === kind;
  const data = goesOn ? newest.data : await companyDataOf(tx, companyId);
  const [made] = await tx
    .insert(companyApplication)
    .values({ companyId, kind, data, version: newest?.version ?? 1, createdAt: now, updatedAt: now })
    .returning();
  if (made === undefined) throw new Error('no application was made');
  return made;
}

/** Writes on a draft that still is of the version that was read; false when another device was faster. */
export async function saveDraft(
  tx: Tx,
  { id, version, data, now }: { id: number; version: number; data: CompanyData; now: Date },
): Promise<boolean> {
  const { id: key, status, version: kept } = companyApplication;
  const saved = await tx
    .update(companyApplication)
    .set({ data, version: version + 1, updatedAt: now })
    .where(and(eq(key, id), eq(status, 'draft'), eq(kept, version)))
    .returning({ id: key });
  return saved.length > 0;
}

/**
 * Takes the change back that waits, and goes on with a draft of it and of its papers; answers what was taken back, null
 * where none waits.
 */
export async function takeBack(tx: Tx, companyId: number, now: Date): Promise<number | null> {
  const own = companyApplication;
  const [taken] = await tx
    .update(own)
    .set({ status: 'withdrawn', claimedBy: null, claimedUntil: null, updatedAt: now })
    .where(and(eq(own.companyId, companyId), eq(own.kind, 'change'), eq(own.status, 'waiting')))
    .returning();
  if (taken === undefined) return null;
  const { kind, data, version } = taken;
  const [draft] = await tx
    .insert(own)
    .values({ companyId, kind, data, version: version + 1, createdAt: now, updatedAt: now })
    .returning({ id: own.id });
  await tx
    .update(paper)
    .set({ status: 'draft', applicationId: draft?.id ?? null })
    .where(and(eq(paper.companyId, companyId), eq(paper.status, 'reviewing')));
  return taken.id;
}

/** What a company is, as an application says it. */
export async function companyDataOf(db: Db | Tx, companyId: number): Promise<CompanyData> {
  const [row] = await db
    .select({
      name: company.name,
      creditCode: sql<string>`coalesce(${company.creditCode}, '')`,
      buyerType: sql<BuyerType>`${company.buyerType}`,
      province: company.province,
      city: company.city,
      district: company.district,
      regionCode: company.regionCode,
      receiver: sql<string>`coalesce(${address.receiver}, '')`,
      phone: sql<string>`coalesce(${address.phone}, '')`,
      detail: sql<string>`coalesce(${address.detail}, '')`,
      scopes: sql<ScopeCode[]>`coalesce((select json_agg(${companyScope.scope} order by ${companyScope.scope})
        from ${companyScope} where ${companyScope.companyId} = ${companyId}), '[]')`,
    })
    .from(company)
    .leftJoin(
      address,
      and(eq(address.companyId, company.id), eq(address.isDefault, true), isNull(address.deletedAt)),
    )
    .where(eq(company.id, companyId));
  if (row === undefined) throw new Error(`no company ${companyId}`);
  return row;
}

/** Hands a draft in with the papers that are written; false when it is no draft any more. */
export async function handInDraft(tx: Tx, { id, companyId }: ApplicationRow, now: Date): Promise<boolean> {
  const moved = await tx
    .update(companyApplication)
    .set({ status: 'waiting', handedInAt: now, updatedAt: now })
    .where(and(eq(companyApplication.id, id), eq(companyApplication.status, 'draft')))
    .returning({ id: companyApplication.id });
  if (moved.length === 0) return false;
  await tx
    .update(paper)
    .set({ status: 'reviewing', applicationId: id, reason: null })
    .where(and(eq(paper.companyId, companyId), eq(paper.status, 'draft')));
  return true;
}
