/** Files that companies uploaded. Every read and write is bound to the company, or says that it is not. */
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../db/client.ts';
import {
  afterSaleFile,
  bankTransfer,
  chatFile,
  company,
  companyApplication,
  feedbackFile,
  orderEventFile,
  ownerChangeFile,
  paperFile,
  pointsCaseFile,
  storedFile,
} from '../db/schema.ts';

export type FileRow = typeof storedFile.$inferSelect;
export type NewFile = Omit<typeof storedFile.$inferInsert, 'id' | 'removedAt'>;

/** All columns that reference a file: an unreferenced file is deleted in time (tests hold the list). */
export const namedBy: readonly AnyPgColumn[] = [
  paperFile.fileId,
  feedbackFile.fileId,
  bankTransfer.fileId,
  afterSaleFile.fileId,
  ownerChangeFile.fileId,
  orderEventFile.fileId,
  pointsCaseFile.fileId,
  chatFile.fileId,
];

export const isUnnamed = and(
  ...namedBy.map(
    (column) => sql`not exists (select 1 from ${column.table} where ${column} = ${storedFile.id})`,
  ),
);

/**
 * Inserts the row of a file. The same bytes again reuse the row, as young as a new one; while nothing references it, it
 * takes the new name.
 */
export async function saveFile(db: Db | Tx, file: NewFile): Promise<FileRow> {
  const [row] = await db
    .insert(storedFile)
    .values(file)
    .onConflictDoUpdate({
      target: [storedFile.companyId, storedFile.digest],
      targetWhere: isNull(storedFile.removedAt),
      set: {
        createdAt: sql`excluded.created_at`,
        name: sql`case when ${isUnnamed} then excluded.name else ${storedFile.name} end`,
      },
    })
    .returning();
  if (row === undefined) throw new Error('a file was not kept');
  return row;
}

/** Class of the advisory lock for counting a company's unreferenced files; the company is its key. */
const unnamedLock = 731_096;

/** Serializes uploads of one company until the transaction ends. */
export async function lockUploads(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${unnamedLock}, ${companyId})`);
}

/** Number and bytes of the company's unreferenced files, without the one of `digest`. */
export async function countUnnamed(
  db: Db | Tx,
  companyId: number,
  digest = '',
): Promise<{ files: number; bytes: number }> {
  const [row] = await db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${storedFile.bytes}), 0)::float8`,
    })
    .from(storedFile)
    .where(
      and(
        eq(storedFile.companyId, companyId),
        isNull(storedFile.removedAt),
        isNull(storedFile.forCase),
        isNull(storedFile.forOrder),
        isNull(storedFile.forTalk),
        eq(storedFile.isForDesk, false),
        ne(storedFile.digest, digest),
        isUnnamed,
      ),
    );
  return row ?? { files: 0, bytes: 0 };
}

/** A file with the company's data for its watermark: in a draft, the name from the draft. */
export async function findFile(
  db: Db,
  id: number,
  companyId: number | null,
): Promise<(FileRow & { company: string }) | null> {
  const named = db
    .select({ name: sql<string>`${companyApplication.data}->>'name'` })
    .from(companyApplication)
    .where(eq(companyApplication.companyId, storedFile.companyId))
    .orderBy(sql`${companyApplication.id} desc`)
    .limit(1);
  const [row] = await db
    .select({ file: storedFile, company: sql<string>`coalesce(nullif(${company.name}, ''), (${named}), '')` })
    .from(storedFile)
    .innerJoin(company, eq(company.id, storedFile.companyId))
    .where(
      and(
        eq(storedFile.id, id),
        isNull(storedFile.removedAt),
        companyId === null
          ? undefined
          : and(eq(storedFile.companyId, companyId), eq(storedFile.isForDesk, false)),
      ),
    );
  return row ? { ...row.file, company: row.company } : null;
}

/**
 * Those of the files that are the company's and are not being deleted; for a desk those that it uploaded for the case,
 * for the order, for the talk or about the company. Locked so that none of them is deleted meanwhile.
 */
export async function lockFiles(
  tx: Tx,
  of:
    | { companyId: number; isForDesk?: boolean }
    | { caseId: number }
    | { orderNo: string }
    | { talkId: number },
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(
      and(
        'caseId' in of
          ? eq(storedFile.forCase, of.caseId)
          : 'orderNo' in of
            ? eq(storedFile.forOrder, of.orderNo)
            : 'talkId' in of
              ? eq(storedFile.forTalk, of.talkId)
              : and(eq(storedFile.companyId, of.companyId), eq(storedFile.isForDesk, of.isForDesk ?? false)),
        inArray(storedFile.id, [...ids]),
        isNull(storedFile.removedAt),
      ),
    )
    .orderBy(asc(storedFile.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/** True for a file that the platform's desk uploaded about a company. */
export async function isDeskFile(db: Db, id: number): Promise<boolean> {
  return (await db.$count(storedFile, and(eq(storedFile.id, id), eq(storedFile.isForDesk, true)))) > 0;
}

/** Deletes the row of a file whose bytes are gone. */
export async function dropFile(db: Db, id: number): Promise<void> {
  await db.delete(storedFile).where(and(eq(storedFile.id, id), isNotNull(storedFile.removedAt)));
}

/** Makes a file the first of a document; false when it has one already. */
export async function attachFile(db: Db, paperId: number, fileId: number): Promise<boolean> {
  const made = await db
    .insert(paperFile)
    .values({ paperId, position: 0, fileId })
    .onConflictDoNothing()
    .returning({ paperId: paperFile.paperId });
  return made.length > 0;
}
