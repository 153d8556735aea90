import { asc, eq, sql } from 'drizzle-orm';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import type { Db } from '../db/client.ts';
import { paper } from '../db/schema.ts';

/** Every paper that a company has handed in, also refused ones and those under review. Days are Shanghai's. */
export function listPapers(db: Db, companyId: number) {
  return db
    .select({
      kind: sql<PaperKind>`${paper.kind}`,
      number: paper.number,
      validFrom: paper.validFrom,
      validTo: paper.validTo,
      status: paper.status,
      reason: paper.reason,
    })
    .from(paper)
    .where(eq(paper.companyId, companyId))
    .orderBy(asc(paper.id));
}
