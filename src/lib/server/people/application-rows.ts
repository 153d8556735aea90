/** Applications of companies to the platform, written by the company. Callers that write have locked the company. */
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
 * The application that a company edits: its draft, or a new one, which starts from the returned one or else from the
 * company's data and carries over the version. A waiting one is answered as it is. The caller has locked the company.
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

/** Saves a draft that still has the version that was read; false when another device was faster. */
export async function saveDraft(
  tx: Tx,
  { id, version, data, now }: { id: number; version: number; data: CompanyData; now: Date },
): Promise<boolean> {
  const { id: key, status, version: versionColumn } = companyApplication;
  const saved = await tx
    .update(companyApplication)
    .set({ data, version: version + 1, updatedAt: now })
    .where(and(eq(key, id), eq(status, 'draft'), eq(versionColumn, version)))
    .returning({ id: key });
  return saved.length > 0;
}

/**
 * Takes back the waiting change and continues with a draft of it and of its documents; answers what was taken back,
 * null where none waits.
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

/** The data of a company, in the form of an application. */
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

/** Submits a draft with its saved documents; false when it is no draft any more. */
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
