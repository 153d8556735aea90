/** Differences between the providers' bills and our books, for the desk. */

import { AppError } from '#lib/contract/errors.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findDifference, settleDifference } from './rows.ts';

/**
 * `POST /api/desk/bills/{id}/settle`: a person has checked it and records what was done. It moves no money. Throws 404,
 * 409 for one that is settled already.
 */
export async function settle(
  context: Context<'platform'>,
  { id, note }: { id: number; note: string },
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const row = await findDifference(tx, id);
    if (row === null) throw new AppError(404, '这条差异不存在');
    if (!(await settleDifference(tx, id, { settledAt: now, settledBy: actor.name, note })))
      throw new AppError(409, '这条差异已处理，请刷新后再看');
    await writeAudit(tx, recordOf(context), {
      act: 'bill.settle',
      subject: 'bill',
      key: id,
      before: { source: row.source, problem: row.problem, no: row.no, ours: row.ours, theirs: row.theirs },
      after: { note },
      at: now,
    });
  });
}
