import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { PaperState } from '#lib/rules/companies/application.ts';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import type { ListView } from '#lib/rules/site/list-views.ts';
import type { Db } from '../db/client.ts';
import { company, member, paper } from '../db/schema.ts';

/** Every licence of a company except replaced ones: drafts and refused ones too. Days are Shanghai's. */
export function listPapers(db: Db, companyId: number) {
  return db
    .select({
      kind: sql<PaperKind>`${paper.kind}`,
      number: paper.number,
      validFrom: paper.validFrom,
      validTo: paper.validTo,
      lacksEnd: paper.lacksEnd,
      status: sql<PaperState>`${paper.status}`,
      reason: paper.reason,
    })
    .from(paper)
    .where(and(eq(paper.companyId, companyId), ne(paper.status, 'replaced')))
    .orderBy(asc(paper.id));
}

/** The fields of a company's own row beyond those in an account; null when there is none. */
export async function findOwnCompany(db: Db, companyId: number) {
  const { creditCode, province, city, district } = company;
  const [row] = await db
    .select({ creditCode, province, city, district })
    .from(company)
    .where(eq(company.id, companyId));
  return row ?? null;
}

/** Saves a person's view of lists; a repeat writes nothing. */
export async function setListView(db: Db, userId: string, view: ListView): Promise<void> {
  const isOther = or(isNull(member.listView), ne(member.listView, view));
  await db
    .update(member)
    .set({ listView: view })
    .where(and(eq(member.userId, userId), isOther));
}
