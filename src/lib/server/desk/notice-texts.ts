/** Text messages to a merchant's duty phone: bundled, at most one in ten minutes (rules 2). */
import { dutyPhoneTitle } from '#lib/rules/companies/merchant-notices.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendSms, smsProviders } from '../ports/sms/providers.ts';
import { leaveDutyText, listDutyPhonesDue, recordTexted, takeDutyText } from './duty-phone-rows.ts';

const handful = 100;

/**
 * A job: sends each phone one message about all waiting notices. A process that is killed between taking and sending
 * leaves the notices as they are: the message is sent ten minutes later. One that no provider takes rests and is tried
 * again.
 */
export async function textDutyPhones(db: Db, now: Date): Promise<RowsDone> {
  if (smsProviders().length === 0) return { done: 0, failed: 0 };
  return eachRow(db, {
    job: 'textDutyPhones',
    now,
    list: () => listDutyPhonesDue(db, 'textDutyPhones', now, handful),
    work: async (merchantId) => {
      const text = await takeDutyText(db, merchantId, now);
      if (text === null) return 0;
      const { phone, notices, before } = text;
      const by = await sendSms({ phone, template: 'notice', kind: '商家', title: dutyPhoneTitle(notices) });
      if (by === null) {
        await leaveDutyText(db, merchantId, before, now);
        throw new Error('no provider took the text message');
      }
      await recordTexted(
        db,
        notices.map(({ id }) => id),
        now,
      );
      return 1;
    },
  });
}
