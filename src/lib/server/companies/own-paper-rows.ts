/** The licences of a company with their files, edited by the company. */
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PaperState } from '#lib/rules/companies/application.ts';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import type { Db, Tx } from '../db/client.ts';
import { paper, paperFile, storedFile } from '../db/schema.ts';

export type OwnPaper = Awaited<ReturnType<typeof listOwnPapers>>[number];

/** Every version that was not replaced, the oldest first, with its files in their order. */
export async function listOwnPapers(db: Db | Tx, companyId: number) {
  const rows = await db
    .select({
      id: paper.id,
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
  const files = await listPaperFiles(
    db,
    companyId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, files: files.filter(({ paperId }) => paperId === row.id) }));
}

/** Files of licences, each licence's in their order; none of other companies' licences. */
export async function listPaperFiles(db: Db | Tx, companyId: number, paperIds: readonly number[]) {
  if (paperIds.length === 0) return [];
  return db
    .select({
      paperId: paperFile.paperId,
      rotation: paperFile.rotation,
      id: storedFile.id,
      kind: storedFile.kind,
      name: storedFile.name,
      bytes: storedFile.bytes,
      width: storedFile.width,
      height: storedFile.height,
      pages: storedFile.pages,
    })
    .from(paperFile)
    .innerJoin(storedFile, eq(storedFile.id, paperFile.fileId))
    .where(and(inArray(paperFile.paperId, [...paperIds]), eq(storedFile.companyId, companyId)))
    .orderBy(asc(paperFile.paperId), asc(paperFile.position));
}

/** The edited fields of a licence. */
export interface WrittenPaper {
  number: string;
  validFrom: string | null;
  validTo: string | null;
  lacksEnd: boolean;
  files: readonly { id: number; rotation: number }[];
}

/** Saves the draft of a kind; a correction of a returned one replaces it, and retains its reason. */
export async function writeDraft(
  tx: Tx,
  { companyId, kind, applicationId }: { companyId: number; kind: PaperKind; applicationId: number },
  { files, ...written }: WrittenPaper,
): Promise<void> {
  const of = (status: 'draft' | 'rejected') =>
    and(eq(paper.companyId, companyId), eq(paper.kind, kind), eq(paper.status, status));
  const returned = await tx
    .update(paper)
    .set({ status: 'replaced' })
    .where(of('rejected'))
    .returning({ reason: paper.reason });
  const [saved] = await tx
    .update(paper)
    .set({ ...written, applicationId })
    .where(of('draft'))
    .returning({ id: paper.id });
  const id =
    saved?.id ??
    (await insertDraft(tx, {
      ...written,
      companyId,
      kind,
      applicationId,
      reason: returned.at(-1)?.reason ?? null,
    }));
  await tx.delete(paperFile).where(eq(paperFile.paperId, id));
  if (files.length > 0)
    await tx
      .insert(paperFile)
      .values(
        files.map((file, position) => ({ paperId: id, position, fileId: file.id, rotation: file.rotation })),
      );
}

async function insertDraft(tx: Tx, values: Omit<typeof paper.$inferInsert, 'status'>): Promise<number> {
  const [made] = await tx
    .insert(paper)
    .values({ ...values, status: 'draft' })
    .returning({ id: paper.id });
  if (made === undefined) throw new Error('no paper was made');
  return made.id;
}

/** Deletes the draft of a kind, or its returned version; the approved one stays. */
export async function dropOpen(tx: Tx, companyId: number, kind: PaperKind): Promise<void> {
  const own = and(eq(paper.companyId, companyId), eq(paper.kind, kind));
  await tx.delete(paper).where(and(own, eq(paper.status, 'draft')));
  await tx
    .update(paper)
    .set({ status: 'replaced' })
    .where(and(own, eq(paper.status, 'rejected')));
}
