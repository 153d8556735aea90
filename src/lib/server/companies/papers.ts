/** Companies' licences that lapse soon, and reminders of them (rules 2). */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findLapsingPaper, reminderRef } from './paper-rows.ts';

/**
 * `POST /api/desk/papers/{id}/remind`: a message to the company, once a day; a repeat changes nothing. Throws 404 for a
 * licence that does not lapse soon.
 */
export async function remindPaper(context: Context<'platform'>, { id }: { id: number }): Promise<void> {
  const { db, now } = context;
  const today = dayKey(now.getTime());
  await db.transaction(async (tx) => {
    const row = await findLapsingPaper(tx, id, now);
    if (row === null) throw new AppError(404, '这份资质已更新或不在到期范围内，请刷新列表');
    const { companyId, kind, number, validTo } = row;
    const sent = await sendMessages(tx, {
      companyId,
      kind: 'paper',
      title: `${paperNames[kind]}即将到期`,
      body: `您的${paperNames[kind]}（${number}）有效期至${validTo}，请及时更新，以免影响采购。`,
      link: path('/user'),
      ref: reminderRef(id, today),
    });
    // If two people press at once, only the one whose message was inserted writes the audit entry.
    if (sent > 0)
      await writeAudit(tx, recordOf(context), {
        act: 'paper.remind',
        subject: 'paper',
        key: id,
        before: null,
        after: { companyId, kind, number, validTo },
        at: now,
      });
  });
}
