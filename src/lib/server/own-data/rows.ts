/** Exports of companies' own data, and their rows. Every statement is bound to one company. */
import { and, asc, count, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { dataExport, member, order, paper, paperFile, passkey, storedFile, user } from '../db/schema.ts';

export type ExportRow = typeof dataExport.$inferSelect;

/** The last export of a company, or null. */
export async function findLastExport(db: Db | Tx, companyId: number): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(dataExport)
    .where(eq(dataExport.companyId, companyId))
    .orderBy(desc(dataExport.id))
    .limit(1);
  return row ?? null;
}

/** An export by its token, of this company; null for others'. */
export async function findExport(db: Db, companyId: number, token: string): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(dataExport)
    .where(and(eq(dataExport.token, token), eq(dataExport.companyId, companyId)));
  return row ?? null;
}

/** Number of a company's requests since a moment. */
export function countExports(tx: Tx, companyId: number, since: Date): Promise<number> {
  return tx.$count(dataExport, and(eq(dataExport.companyId, companyId), gte(dataExport.createdAt, since)));
}

/** Requests an export; changes nothing while one is being made. */
export async function insertExport(
  tx: Tx,
  row: Pick<ExportRow, 'companyId' | 'userId' | 'token' | 'createdAt'>,
): Promise<void> {
  await tx.insert(dataExport).values(row).onConflictDoNothing();
}

/** Exports to be made, the oldest first. */
export async function listOpenExports(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: dataExport.id })
    .from(dataExport)
    .where(
      and(
        isNull(dataExport.readyAt),
        isNull(dataExport.removedAt),
        isReady('makeExports', dataExport.id, now),
      ),
    )
    .orderBy(asc(dataExport.id))
    .limit(5);
  return rows.map(({ id }) => id);
}

export async function findOpenExport(db: Db, id: number): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(dataExport)
    .where(and(eq(dataExport.id, id), isNull(dataExport.readyAt), isNull(dataExport.removedAt)));
  return row ?? null;
}

/** Saves the progress. */
export async function recordProgress(db: Db, id: number, at: { done: number; total: number }): Promise<void> {
  await db.update(dataExport).set(at).where(eq(dataExport.id, id));
}

/** Marks it as ready; false where it was deleted meanwhile. */
export async function finishExport(tx: Tx, id: number, bytes: number, now: Date): Promise<boolean> {
  const done = await tx
    .update(dataExport)
    .set({ readyAt: now, bytes })
    .where(and(eq(dataExport.id, id), isNull(dataExport.readyAt), isNull(dataExport.removedAt)))
    .returning({ id: dataExport.id });
  return done.length > 0;
}

/** Those whose days are over, and those replaced by a newer one. */
export async function listOldExports(db: Db, readyBefore: Date, now: Date): Promise<number[]> {
  const newer = sql`exists (select 1 from data_export n where n.company_id = ${dataExport.companyId}
    and n.id > ${dataExport.id} and n.ready_at is not null)`;
  const rows = await db
    .select({ id: dataExport.id })
    .from(dataExport)
    .where(
      and(
        isNull(dataExport.removedAt),
        or(lt(dataExport.readyAt, readyBefore), newer),
        isReady('sweepExports', dataExport.id, now),
      ),
    )
    .orderBy(asc(dataExport.id))
    .limit(50);
  return rows.map(({ id }) => id);
}

/** The token of an export that was not deleted yet; null for any other. */
export async function findToken(db: Db, id: number): Promise<string | null> {
  const [row] = await db
    .select({ token: dataExport.token })
    .from(dataExport)
    .where(and(eq(dataExport.id, id), isNull(dataExport.removedAt)));
  return row?.token ?? null;
}

/** Marks it as deleted. */
export async function markRemoved(db: Db, id: number, now: Date): Promise<void> {
  await db.update(dataExport).set({ removedAt: now }).where(eq(dataExport.id, id));
}

/** Number of orders and files of a company. */
export async function countOwn(db: Db, companyId: number): Promise<number> {
  const [orders, files] = await Promise.all([
    db.$count(order, eq(order.companyId, companyId)),
    db
      .select({ files: count() })
      .from(paperFile)
      .innerJoin(paper, eq(paper.id, paperFile.paperId))
      .where(eq(paper.companyId, companyId)),
  ]);
  return orders + (files[0]?.files ?? 0);
}

/** Passkeys of a company's people, with their owner. */
export function listOwnPasskeys(db: Db, companyId: number) {
  return db
    .select({ passkey, username: user.username })
    .from(passkey)
    .innerJoin(member, eq(member.userId, passkey.userId))
    .innerJoin(user, eq(user.id, passkey.userId))
    .where(eq(member.companyId, companyId))
    .orderBy(asc(passkey.id));
}

/** Every version of a company's documents. */
export function listAllPapers(db: Db, companyId: number) {
  return db.select().from(paper).where(eq(paper.companyId, companyId)).orderBy(asc(paper.id));
}

/** The existing files of a company's documents. */
export function listAllPaperFiles(db: Db, companyId: number) {
  return db
    .select({ paperId: paperFile.paperId, position: paperFile.position, file: storedFile })
    .from(paperFile)
    .innerJoin(paper, eq(paper.id, paperFile.paperId))
    .innerJoin(storedFile, eq(storedFile.id, paperFile.fileId))
    .where(and(eq(paper.companyId, companyId), isNull(storedFile.removedAt)))
    .orderBy(asc(paperFile.paperId), asc(paperFile.position));
}
