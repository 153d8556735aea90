/** Notes of after-sale cases, with their pictures. */
import { asc, eq, inArray } from 'drizzle-orm';
import { sendNews } from '../core/bus/event-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { afterSaleFile, afterSaleNote, storedFile } from '../db/schema.ts';

/**
 * Saves a side's message or act, with its pictures, and notifies the company's browsers. Answers its id; null for a
 * form that was sent before.
 */
export async function insertNote(
  tx: Tx,
  { companyId, ...values }: typeof afterSaleNote.$inferInsert & { companyId: number },
  files: readonly number[] = [],
): Promise<number | null> {
  const [made] = await tx
    .insert(afterSaleNote)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: afterSaleNote.id });
  if (!made) return null;
  if (files.length > 0)
    await tx
      .insert(afterSaleFile)
      .values(files.map((fileId, position) => ({ noteId: made.id, position, fileId })));
  await sendNews(tx, [{ companyId, kind: 'order' }]);
  return made.id;
}

export async function listNotes(db: Db | Tx, id: number) {
  return db
    .select()
    .from(afterSaleNote)
    .where(eq(afterSaleNote.afterSaleId, id))
    .orderBy(asc(afterSaleNote.id));
}
export type CaseNote = Awaited<ReturnType<typeof listNotes>>[number];

/** Pictures by note, in their order. */
export async function listNoteFiles(db: Db | Tx, noteIds: readonly number[]) {
  if (noteIds.length === 0) return [];
  return db
    .select({ noteId: afterSaleFile.noteId, file: storedFile })
    .from(afterSaleFile)
    .innerJoin(storedFile, eq(storedFile.id, afterSaleFile.fileId))
    .where(inArray(afterSaleFile.noteId, [...noteIds]))
    .orderBy(asc(afterSaleFile.noteId), asc(afterSaleFile.position));
}
