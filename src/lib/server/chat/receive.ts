/** What a message does to the inquiry of its locked talk (rules 21). */
import { AppError } from '#lib/contract/errors.ts';
import type { HelpPart } from '#lib/rules/chat/help-answer.ts';
import type { Tx } from '../db/client.ts';
import type { Settings } from '../site/settings.ts';
import { assignTalk, returnsAt } from './assign.ts';
import { answerByItself } from './auto.ts';
import { changeInquiry, type InquiryRow, openInquiry, type TalkRow } from './talk-rows.ts';

/** Messages that were written besides, and whether the platform gets the events. */
interface Received {
  notes: number[];
  isEscalated: boolean;
}

interface Question {
  seq: number;
  text: string;
  now: Date;
  settings: Settings;
  parts: readonly HelpPart[];
}

const openOf = ({ inquiry }: TalkRow): InquiryRow | null =>
  inquiry !== null && inquiry.closedAt === null ? inquiry : null;

/** A buyer's message opens an inquiry, or makes the open one wait for an answer; a person on duty is assigned to it. */
export async function receiveQuestion(
  tx: Tx,
  talk: TalkRow,
  { seq, text, now, settings, parts }: Question,
): Promise<Received> {
  const before = openOf(talk);
  const { id: talkId } = talk.talk;
  const waiting =
    before === null
      ? await openInquiry(tx, { talkId, fromSeq: seq, openedAt: now, waitsSince: now })
      : before.waitsSince === null
        ? await changeInquiry(tx, before.id, {
            waitsSince: now,
            returnsAt: before.staffId === null ? null : returnsAt(now, settings),
          })
        : before;
  const { inquiry, notes } = await assignTalk(tx, talk, waiting, { now, settings });
  const answers =
    before === null
      ? await answerByItself(tx, talkId, text, { settings, parts, now, isWaiting: inquiry.staffId === null })
      : [];
  return { notes: [...notes, ...answers], isEscalated: before !== null && talk.talk.isEscalated };
}

interface Answer {
  seq: number;
  now: Date;
  staffId: number;
  merchantId: number | null;
}

/**
 * A message of a person at a desk ends the wait, and the person answers from now on. Throws 409 while a colleague answers.
 * The platform's people write into an escalated talk of a merchant without taking it.
 */
export async function receiveAnswer(
  tx: Tx,
  talk: TalkRow,
  { seq, now, staffId, merchantId }: Answer,
): Promise<Received> {
  const inquiry = openOf(talk);
  const { id: talkId, isEscalated } = talk.talk;
  if (talk.talk.merchantId !== merchantId) return { notes: [], isEscalated };
  if (inquiry === null) {
    await openInquiry(tx, { talkId, fromSeq: seq, openedAt: now, staffId, assignedAt: now });
    return { notes: [], isEscalated: false };
  }
  if (inquiry.staffId !== null && inquiry.staffId !== staffId)
    throw new AppError(409, `${talk.assignee ?? '同事'}正在接待，请先接管`);
  const isFirst = inquiry.answeredAt === null && inquiry.waitsSince !== null;
  await changeInquiry(tx, inquiry.id, {
    staffId,
    assignedAt: inquiry.assignedAt ?? now,
    waitsSince: null,
    returnsAt: null,
    ...(isFirst && { answeredAt: now, answeredBy: staffId }),
  });
  return { notes: [], isEscalated };
}
