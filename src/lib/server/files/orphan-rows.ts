/** Stored files that nothing names, and licences whose files are missing. */
import { and, asc, eq, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { company, paper, paperFile, storedFile } from '../db/schema.ts';
import { type FileRow, isUnnamed } from './rows.ts';

const handful = 50;

/** Unreferenced files older than `before`, and those whose deletion was interrupted. */
export async function listOrphans(db: Db, job: string, before: Date, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(
      and(
        or(isNotNull(storedFile.removedAt), and(lt(storedFile.createdAt, before), isUnnamed)),
        isReady(job, storedFile.id, now),
      ),
    )
    .orderBy(asc(storedFile.id))
    .limit(handful);
  return rows.map(({ id }) => id);
}

/**
 * Marks a file as being deleted: nothing can reference it any more. Null when something references it, or it is young.
 */
export async function markOrphan(db: Db, id: number, before: Date, now: Date): Promise<FileRow | null> {
  return db.transaction(async (tx) => {
    // A writer about to reference it holds the row; the check after this lock sees its reference.
    await tx.select({ id: storedFile.id }).from(storedFile).where(eq(storedFile.id, id)).for('update');
    const [row] = await tx
      .update(storedFile)
      .set({ removedAt: sql`coalesce(${storedFile.removedAt}, ${now})` })
      .where(
        and(
          eq(storedFile.id, id),
          or(isNotNull(storedFile.removedAt), and(lt(storedFile.createdAt, before), isUnnamed)),
        ),
      )
      .returning();
    return row ?? null;
  });
}

/** Submitted documents without a file, of companies up to `lastCompany`: the demo's companies have the first ids. */
export async function listBarePapers(db: Db, job: string, lastCompany: number, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: paper.id })
    .from(paper)
    .where(and(lte(paper.companyId, lastCompany), isBare, isReady(job, paper.id, now)))
    .orderBy(asc(paper.id))
    .limit(handful);
  return rows.map(({ id }) => id);
}

const isBare = and(
  inArray(paper.status, ['approved', 'reviewing', 'rejected']),
  sql`not exists (select 1 from ${paperFile} where ${paperFile.paperId} = ${paper.id})`,
);

/** One of them with its data; null when it has a file now. */
export async function findBarePaper(db: Db, id: number) {
  const [row] = await db
    .select({
      companyId: paper.companyId,
      company: company.name,
      kind: sql<PaperKind>`${paper.kind}`,
      number: paper.number,
      validFrom: paper.validFrom,
      validTo: paper.validTo,
    })
    .from(paper)
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(and(eq(paper.id, id), isBare));
  return row ?? null;
}
