/** 意见反馈, answered by the platform. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { findStaffId } from '../companies/review-rows.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { endFeedback, findAnyFeedback } from './rows.ts';

/**
 * `POST /api/desk/feedback/{id}/answer`. The company gets a message. The same answer again is answered as done. Throws
 * 404 where there is none, 409 for one that was answered otherwise.
 */
export async function answerFeedback(
  context: Context<'platform'>,
  { id, answer }: { id: number; answer: string },
): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const row = await findAnyFeedback(tx, id);
    if (row === null) throw new AppError(404, `没有反馈${id}`);
    const answeredBy = await findStaffId(tx, actor.name);
    const isFirst = await endFeedback(tx, id, { answer, answeredBy, answeredAt: now });
    const after = await findAnyFeedback(tx, id);
    if (after === null || after.answer !== answer)
      throw new AppError(409, '这条反馈刚刚已由同事答复，请刷新后查看');
    if (isFirst) {
      await writeAudit(tx, recordOf(context), {
        act: 'feedback.answer',
        subject: 'feedback',
        key: id,
        before: { status: row.status },
        after: { status: after.status, answer },
        at: now,
      });
      await sendMessages(tx, {
        companyId: row.companyId,
        kind: 'feedback',
        title: '您的反馈已答复',
        body: answer,
        link: path('/zzfw/yjfk'),
        ref: `feedback:${id}`,
      });
    }
  });
}
