/** A person's explanation of a break of an order's flows. */
import { AppError } from '#lib/contract/errors.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findBreak, noteBreak } from './break-rows.ts';

/**
 * `POST /api/desk/flows/{id}/note`: it changes no figure; a record that was changed after it was sealed is sealed anew the
 * next night. Throws 404, and 409 for one that is explained or has closed.
 */
export async function noteFlow(
  context: Context<'platform'>,
  { id, note }: { id: number; note: string },
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const row = await findBreak(tx, id);
    if (row === null) throw new AppError(404, '这条不存在，请刷新');
    if (!(await noteBreak(tx, id, { note, notedBy: actor.name, notedAt: now }))) {
      const isSame = (await findBreak(tx, id))?.note === note;
      if (isSame) return;
      throw new AppError(409, '这条已登记说明或已消除，请刷新后再看');
    }
    const { orderNo, cause, about, wanted, found } = row;
    await writeAudit(tx, recordOf(context), {
      act: 'flow.note',
      subject: 'flow',
      key: id,
      before: { no: orderNo, problem: cause, about, wanted, found },
      after: { note },
      at: now,
    });
  });
}
