/** Lists and packages that somebody keeps as a file, in the audit log: the one place that writes them down. */
import type { NoteExportInput } from '#lib/contract/staff/schema.ts';
import { type Context, recordOf } from '../../context.ts';
import { type AuditEntry, writeAuditOnce } from '../../repos/audit.ts';

/** What was taken; `after` says which form, how many rows, what was searched for. */
export type Exported = Pick<AuditEntry, 'subject' | 'key' | 'after'> & { act: 'list.export' | 'file.export' };

/** A browser asks for a large file twice, and again where it broke off: within so many ms that is one. */
const repeatWithin = 60_000;

/** Before the file is handed over, which does not happen where this rejects. */
export function recordExport(
  { db, now, ...by }: Pick<Context<'buyer' | 'staff'>, 'db' | 'now' | 'actor' | 'requestId'>,
  exported: Exported,
): Promise<void> {
  const since = new Date(now.getTime() - repeatWithin);
  return db.transaction((tx) =>
    writeAuditOnce(tx, recordOf(by), { ...exported, before: null, at: now }, since),
  );
}

/** `POST /api/desk/exports`: of a file that a page of the desks makes itself; it asks before. */
export async function noteExport(context: Context<'staff'>, input: NoteExportInput): Promise<null> {
  const { list, rows, filter } = input;
  await recordExport(context, { act: 'list.export', subject: 'list', key: list, after: { rows, filter } });
  return null;
}
