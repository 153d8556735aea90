/** Reminders of licences that lapse, 60, 30 and 7 days before (rules 2). */
import { path } from '#lib/contract/routes.ts';
import { findReminder, paperNames } from '#lib/rules/companies/qualification.ts';
import { findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { dueReminderRef, findLapsingPaper, listDueReminders } from './paper-rows.ts';

const handful = 200;

/** Notifies companies, once at each step; a missed step is replaced by the next. */
export function remindPapers(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'remindPapers',
    now,
    list: () => listDueReminders(db, 'remindPapers', now, handful),
    work: async (id: number) => {
      const row = await findLapsingPaper(db, id, now);
      // Renewed in between: no reminder is needed.
      if (row === null) return 0;
      const { companyId, kind, number, validTo } = row;
      const days = findReminder(
        { kind, number, validFrom: null, validTo: findDayEnd(validTo) },
        now.getTime(),
      );
      if (days === null) return 0;
      const left = daysLeft(validTo, now.getTime());
      return sendMessages(db, {
        companyId,
        kind: 'paper',
        title: `${paperNames[kind]}${left === 0 ? '今天到期' : `还有${left}天到期`}`,
        body: `您的${paperNames[kind]}（${number}）有效期至${validTo}，请上传新证件，审核通过前现用的继续有效。`,
        link: path('/zhzx/zzzj'),
        ref: dueReminderRef(id, days),
      });
    },
  });
}
