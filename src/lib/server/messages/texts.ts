/** Messages that are also sent to a telephone: each person's choice, and the job that sends them. */

import { AppError } from '#lib/contract/errors.ts';
import type { SetTextChoiceValues, TextChoices } from '#lib/contract/messages.ts';
import { roleRefusal } from '#lib/rules/companies/roles.ts';
import {
  isTextedAtFirst,
  isTextNight,
  mayBeTexted,
  textKinds,
  textKindText,
} from '#lib/rules/companies/text-kinds.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { Context } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendSms, smsProviders } from '../ports/sms/providers.ts';
import {
  type DueText,
  dueTextKey,
  leaveText,
  listDueTexts,
  listTextChoices,
  setTextChoice as setRow,
  takeText,
} from './text-rows.ts';

/**
 * `GET /api/message/texts`: every kind that the role may choose; the telephone is masked, empty where there is none.
 */
export async function getTextChoices({ db, actor: { account } }: Context<'buyer'>): Promise<TextChoices> {
  const chosen = await listTextChoices(db, account.userId);
  return {
    phone: account.phone === '' ? '' : maskPhone(account.phone),
    list: textKinds
      .filter((kind) => mayBeTexted(kind, account.role))
      .map((kind) => ({
        kind,
        text: textKindText(kind),
        is_on: (chosen.get(kind) ?? isTextedAtFirst(kind, account.role)) ? 1 : 0,
      })),
  };
}

/**
 * `POST /api/message/texts`: a person's own choice of one kind. Safe to repeat. Throws 403 for a kind that is not for
 * the role.
 */
export async function setTextChoice(
  context: Context<'buyer'>,
  { kind, is_on }: SetTextChoiceValues,
): Promise<TextChoices> {
  const { userId, role } = context.actor.account;
  if (!mayBeTexted(kind, role)) throw new AppError(403, roleRefusal(role, 'approve'));
  await setRow(context.db, { userId, kind, isOn: is_on === 1 });
  return getTextChoices(context);
}

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
      throw new Error('no house took the text message');
    },
  });
}
