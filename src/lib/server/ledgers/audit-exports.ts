/** Audit entries of lists and packages that a person downloads: the only place that writes them. */
import type { NoteExportInput } from '#lib/contract/staff.ts';
import { type Context, recordOf } from '../core/context.ts';
import { type AuditEntry, writeAuditOnce } from './audit-rows.ts';

/** The download; `after` has its form, number of rows and search. */
export type Exported = Pick<AuditEntry, 'subject' | 'key' | 'after'> & { act: 'list.export' | 'file.export' };

/** Browsers request a large file twice, and again after an interruption: repeats within this time (ms) count once. */
const repeatWithin = 60_000;

/** Runs before the file is handed over, which does not happen if this rejects. */
export function recordExport(
  { db, now, ...by }: Pick<Context<'buyer' | 'staff'>, 'db' | 'now' | 'actor' | 'requestId'>,
  exported: Exported,
): Promise<void> {
  const since = new Date(now.getTime() - repeatWithin);
  return db.transaction((tx) =>
    writeAuditOnce(tx, recordOf(by), { ...exported, before: null, at: now }, since),
  );
}

/** `POST /api/desk/exports`: for a file that a page of the desks makes itself; it calls this first. */
export async function reportExport(context: Context<'staff'>, input: NoteExportInput): Promise<null> {
  const { list, rows, filter } = input;
  await recordExport(context, { act: 'list.export', subject: 'list', key: list, after: { rows, filter } });
  return null;
}
