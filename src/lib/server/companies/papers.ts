/** Companies' licences that lapse soon, and reminders of them (rules 2). */
import type {
  LapsingPaperWire,
  PaperIdInput,
  PapersList,
  PapersValues,
} from '#lib/contract/companies/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findLapsingPaper, findLapsingPapers, type PaperRow, reminderRef } from './paper-rows.ts';

/** `GET /api/desk/papers`: a page of the licences that lapse soon, the first to lapse first. */
export async function listLapsingPapers(
  { db, now }: Context<'platform'>,
  { company: name, ...asked }: PapersValues,
): Promise<PapersList> {
  const { rows, total } = await findLapsingPapers(db, { name, now }, asked);
  return { list: rows.map((row) => wireOf(row, now)), total };
}

/**
 * `POST /api/desk/papers/{id}/remind`: a message to the company, once a day; a repeat changes nothing. Throws 404 for a
 * licence that does not lapse soon.
 */
export async function remindPaper(
  context: Context<'platform'>,
  { id }: PaperIdInput,
): Promise<LapsingPaperWire> {
  const { db, now } = context;
  const today = dayKey(now.getTime());
  return db.transaction(async (tx) => {
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
    return wireOf({ ...row, remindedOn: today }, now);
  });
}

function wireOf({ id, kind, number, validTo, remindedOn, ...row }: PaperRow, now: Date): LapsingPaperWire {
  return {
    id,
    company_id: row.companyId,
    company: row.company,
    kind_text: paperNames[kind],
    number,
    valid_to: validTo,
    days_left: daysLeft(validTo, now.getTime()),
    reminded_on: remindedOn ?? '',
    is_reminded: remindedOn === dayKey(now.getTime()) ? 1 : 0,
  };
}
