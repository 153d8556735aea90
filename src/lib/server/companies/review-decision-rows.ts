/** What a decision about an application writes. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { CompanyData } from '#lib/rules/companies/application.ts';
import type { Tx } from '../db/client.ts';
import { address, company, paper } from '../db/schema.ts';

/** Waiting documents count from now on, each replacing the one of its kind that did so far. */
export async function acceptPapers(tx: Tx, companyId: number): Promise<void> {
  const own = eq(paper.companyId, companyId);
  const waiting = tx
    .select({ kind: paper.kind })
    .from(paper)
    .where(and(own, eq(paper.status, 'reviewing')));
  await tx
    .update(paper)
    .set({ status: 'replaced' })
    .where(and(own, eq(paper.status, 'approved'), inArray(paper.kind, waiting)));
  await tx
    .update(paper)
    .set({ status: 'approved', reason: null })
    .where(and(own, eq(paper.status, 'reviewing')));
}

/** Returns waiting documents to their company: those with a reason as refused, the others as unchanged drafts. */
export async function returnPapers(
  tx: Tx,
  companyId: number,
  reasons: ReadonlyMap<number, string>,
): Promise<void> {
  const waits = and(eq(paper.companyId, companyId), eq(paper.status, 'reviewing'));
  for (const [id, reason] of reasons)
    await tx
      .update(paper)
      .set({ status: 'rejected', reason })
      .where(and(eq(paper.id, id), waits));
  await tx.update(paper).set({ status: 'draft' }).where(waits);
}

/** Takes the application's data over into the company. */
export async function takeOverData(
  tx: Tx,
  id: number,
  data: CompanyData & { buyerType: NonNullable<CompanyData['buyerType']> },
  terms: { rank: number; accountManagerId: number | null },
): Promise<void> {
  const { name, creditCode, buyerType, province, city, district, regionCode } = data;
  await tx
    .update(company)
    .set({
      ...{ name, buyerType, province, city, district, regionCode, ...terms },
      creditCode: creditCode === '' ? null : creditCode,
    })
    .where(eq(company.id, id));
}

/** An approved company needs an address. An existing one stays. */
export async function addFirstAddress(tx: Tx, companyId: number, data: CompanyData): Promise<void> {
  const { receiver, phone, province, city, district, regionCode, detail } = data;
  if (receiver === '' || phone === '' || detail === '') return;
  const known = await tx.$count(address, and(eq(address.companyId, companyId), isNull(address.deletedAt)));
  if (known > 0) return;
  await tx
    .insert(address)
    .values({ companyId, receiver, phone, province, city, district, regionCode, detail, isDefault: true });
}
