/** The automatic first answer: a part of the help with its page, and the hours of service. No text is generated. */
import { findHelpPart, type HelpPart } from '#lib/rules/chat/help-answer.ts';
import { findClock, hoursText, isInHours, nextOpening, type ServiceHours } from '#lib/rules/chat/hours.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { workCalendar } from '#lib/rules/terms/work-days.ts';
import type { Tx } from '../db/client.ts';
import type { Settings } from '../site/settings.ts';
import { insertMessage } from './message-rows.ts';

/** The hours of service by the settings of the platform. */
export function serviceHours({ chatFrom, chatTo, holidays, makeUpDays }: Settings): ServiceHours {
  return {
    from: findClock(chatFrom) ?? 0,
    to: findClock(chatTo) ?? 0,
    calendar: workCalendar(holidays, makeUpDays),
  };
}

/** `工作日8:30-18:00`; outside these hours also when service begins again. */
export function hoursSentence(settings: Settings, now: Date): string {
  const hours = serviceHours(settings);
  const text = `工作日${hoursText(hours)}`;
  if (isInHours(now.getTime(), hours)) return text;
  const next = nextOpening(now.getTime(), hours);
  return next === null ? text : `${text}，${minuteKey(next)}上班后回复`;
}

interface Answering {
  settings: Settings;
  parts: readonly HelpPart[];
  now: Date;
  /** Nobody has the talk. */
  isWaiting: boolean;
}

/**
 * Answers the first message of an inquiry in a locked talk: from the help, and where nobody is on duty with the hours.
 * Returns the numbers of the messages that it wrote.
 */
export async function answerByItself(
  tx: Tx,
  talkId: number,
  question: string,
  { settings, parts, now, isWaiting }: Answering,
): Promise<number[]> {
  const base = { talkId, sender: 'auto', name: '自动回复', clientId: '' } as const;
  const written: number[] = [];
  const part = settings.chatAuto ? findHelpPart(question, parts) : null;
  if (part !== null)
    written.push(
      await insertMessage(tx, {
        ...base,
        text: part.text,
        sourceTitle: `${part.title} · ${part.heading}`,
        sourceLink: part.href,
      }),
    );
  if (isWaiting && !isInHours(now.getTime(), serviceHours(settings)))
    written.push(
      await insertMessage(tx, {
        ...base,
        text: `现在不是客服时间，消息已收到。客服时间：${hoursSentence(settings, now)}。`,
      }),
    );
  return written;
}
