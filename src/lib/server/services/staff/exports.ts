/** Files that pages of the desks make of their lists, in the audit log. */
import type { NoteExportInput } from '#lib/contract/staff/schema.ts';
import { type Context, recordOf } from '../../context.ts';
import { writeAudit } from '../../repos/audit.ts';

/** `POST /api/desk/exports`: asked for before the file is handed over, which is not made where this fails. */
export async function noteExport(context: Context<'staff'>, input: NoteExportInput): Promise<null> {
  const { db, now } = context;
  await db.transaction((tx) =>
    writeAudit(tx, recordOf(context), {
      act: 'list.export',
      subject: 'list',
      key: input.list,
      before: null,
      after: { rows: input.rows, filter: input.filter },
      at: now,
    }),
  );
  return null;
}
