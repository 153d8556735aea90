/** The job that sends messages to the telephones of people who chose it. */
import { isTextNight, textKindText } from '#lib/rules/companies/text-kinds.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendSms, smsProviders } from '../ports/sms/providers.ts';
import { type DueText, dueTextKey, leaveText, listDueTexts, takeText } from './text-rows.ts';

const handful = 100;

/**
 * Sends due messages, only by day: those of the night wait for the morning. Each is sent once to a telephone; one that
 * no provider takes rests and is tried again for a day.
 */
export async function sendTexts(db: Db, now: Date): Promise<RowsDone> {
  if (isTextNight(now.getTime()) || smsProviders().length === 0) return { done: 0, failed: 0 };
  const due = new Map<string, DueText>();
  return eachRow(db, {
    job: 'sendTexts',
    now,
    list: async () => {
      const rows = await listDueTexts(db, 'sendTexts', now, handful);
      for (const row of rows) due.set(dueTextKey(row), row);
      return rows.map(dueTextKey);
    },
    work: async (key: string) => {
      const text = due.get(key);
      if (text === undefined || !(await takeText(db, text, now))) return 0;
      const { phone, kind, title } = text;
      const by = await sendSms({ phone, template: 'notice', kind: textKindText(kind), title });
      if (by !== null) return 1;
      await leaveText(db, text);
      throw new Error('no provider took the text message');
    },
  });
}
