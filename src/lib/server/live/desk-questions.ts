/** Questions of viewers at the desks: shown on screen, answered, and taken back by moderation (rules 22). */
import { AppError } from '#lib/contract/errors.ts';
import type {
  AnswerValues,
  HideEventValues,
  LiveConsole,
  QuestionValues,
} from '#lib/contract/live/console-schema.ts';
import { answerFault, isHideable } from '#lib/rules/live/desk.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { lockOnAir, staffOf } from './desk-console.ts';
import { getConsole } from './desk-console-read.ts';
import { lockQuestion, updateQuestion } from './desk-console-rows.ts';
import { findDeskRoom } from './desk-rows.ts';
import {
  findLiveEvent,
  hideAnswerEvents,
  hideLiveEvent,
  hideQuestionEvents,
  insertLiveEvent,
} from './event-rows.ts';
import { findQuestionRoom } from './question-list-rows.ts';
import type { QuestionRow } from './question-rows.ts';

type Host = Context<'merchant'>;
type Desk = Context<'staff'>;

const unknown = '没有这个问题';

/** `POST …/show`: the question stands on screen while the host speaks. Shown or answered already, it changes nothing. */
export async function showQuestion(context: Host, input: QuestionValues): Promise<LiveConsole> {
  const { db, now } = context;
  const { id, question_id: questionId } = input;
  await db.transaction(async (tx) => {
    await lockOnAir(tx, context, id);
    const question = await lockQuestion(tx, id, questionId);
    if (question === null) throw new AppError(404, unknown);
    if (question.state === 'shown' || question.state === 'answered') return;
    const fault = answerFault(question.state);
    if (fault !== null) throw new AppError(409, fault);
    await updateQuestion(tx, questionId, { state: 'shown' });
    await insertLiveEvent(tx, {
      roomId: id,
      kind: 'question',
      at: now,
      questionId,
      text: question.text,
      staffId: staffOf(context),
    });
  });
  return getConsole(context, { id });
}

/** `POST …/answer`: question and answer on screen. The same answer again changes nothing. Throws 404, 409. */
export async function answerQuestion(context: Host, input: AnswerValues): Promise<LiveConsole> {
  const { db, now } = context;
  const { id, question_id: questionId, answer } = input;
  const staffId = staffOf(context);
  await db.transaction(async (tx) => {
    await lockOnAir(tx, context, id);
    const question = await lockQuestion(tx, id, questionId);
    if (question === null) throw new AppError(404, unknown);
    if (question.state === 'answered' && question.answer === answer) return;
    const fault = answerFault(question.state);
    if (fault !== null) throw new AppError(409, fault);
    const event = { roomId: id, at: now, questionId, staffId };
    if (question.state === 'waiting')
      await insertLiveEvent(tx, { ...event, kind: 'question', text: question.text });
    await updateQuestion(tx, questionId, {
      state: 'answered',
      answer,
      answeredBy: staffId,
      answeredAt: now,
    });
    await insertLiveEvent(tx, { ...event, kind: 'answer', text: answer });
  });
  return getConsole(context, { id });
}

/**
 * `POST …/hide`: takes a text back from the screens and the replay; the record stays. A question goes with its answer; an
 * answer is taken back from who has asked, too, and can be given anew. Hidden already, it changes nothing.
 */
export async function hideEvent(context: Desk, input: HideEventValues): Promise<LiveConsole> {
  const { db, now, actor } = context;
  const { id, event_id: eventId } = input;
  await db.transaction(async (tx) => {
    const room = await findDeskRoom(tx, id, actor.merchantId);
    if (room === null) throw new AppError(404, '没有这个直播间');
    const event = await findLiveEvent(tx, id, eventId);
    if (event === null) throw new AppError(404, '没有这条记录');
    if (!isHideable(event)) throw new AppError(409, '只能隐藏文字');
    if (event.hiddenAt !== null) return;
    if (event.kind === 'question' && event.questionId !== null)
      return hide(tx, context, { roomId: id, questionId: event.questionId });
    const answered = event.kind === 'answer' && event.questionId !== null;
    const question = answered ? await lockQuestion(tx, id, event.questionId ?? 0) : null;
    if (!(await hideLiveEvent(tx, id, eventId, now))) return;
    const isTakenBack = question?.state === 'answered';
    if (isTakenBack) await takeBackAnswer(tx, { question, at: now });
    await writeAudit(tx, recordOf(context), {
      act: 'live.hide',
      subject: 'live_room',
      key: id,
      before: { text: event.text || (question?.answer ?? ''), ...(isTakenBack && { state: question.state }) },
      after: isTakenBack ? { state: 'shown' } : null,
      merchantId: room.merchantId,
      at: now,
    });
  });
  return getConsole(context, { id });
}

/** The question is shown without an answer again. What was said stays in the record, in words of its own. */
async function takeBackAnswer(tx: Tx, { question, at }: { question: QuestionRow; at: Date }): Promise<void> {
  const { id, roomId, answer } = question;
  await hideAnswerEvents(tx, { roomId, questionId: id, answer, at });
  await updateQuestion(tx, id, { state: 'shown', answer: '', answeredBy: null, answeredAt: null });
}

/** `POST …/hide-question`: takes a question back, with its answer. Hidden already, it changes nothing. */
export async function hideRoomQuestion(context: Desk, input: QuestionValues): Promise<LiveConsole> {
  const { id, question_id: questionId } = input;
  await context.db.transaction((tx) => hide(tx, context, { roomId: id, questionId }));
  return getConsole(context, { id });
}

/** The act of the list: hides a question. */
export async function hideQuestion(context: Desk, { id }: { id: number }): Promise<void> {
  await context.db.transaction(async (tx) => {
    const roomId = await findQuestionRoom(tx, id, context.actor.merchantId);
    if (roomId === null) throw new AppError(404, unknown);
    await hide(tx, context, { roomId, questionId: id });
  });
}

async function hide(
  tx: Tx,
  context: Desk,
  { roomId, questionId }: { roomId: number; questionId: number },
): Promise<void> {
  const { now, actor } = context;
  const room = await findDeskRoom(tx, roomId, actor.merchantId);
  if (room === null) throw new AppError(404, '没有这个直播间');
  const question = await lockQuestion(tx, roomId, questionId);
  if (question === null) throw new AppError(404, unknown);
  if (question.state === 'hidden') return;
  await updateQuestion(tx, questionId, { state: 'hidden' });
  await hideQuestionEvents(tx, roomId, questionId, now);
  await writeAudit(tx, recordOf(context), {
    act: 'live.hide_question',
    subject: 'live_question',
    key: questionId,
    before: { state: question.state, text: question.text },
    after: { state: 'hidden' },
    merchantId: room.merchantId,
    at: now,
  });
}

/** The act of the list that undoes hiding: the question waits or is answered again; what was on screen stays away. */
export async function restoreQuestion(context: Desk, { id }: { id: number }): Promise<void> {
  const { db, now, actor } = context;
  await db.transaction(async (tx) => {
    const roomId = await findQuestionRoom(tx, id, actor.merchantId);
    const question = roomId === null ? null : await lockQuestion(tx, roomId, id);
    if (roomId === null || question === null) throw new AppError(404, unknown);
    if (question.state !== 'hidden') return;
    const room = await findDeskRoom(tx, roomId, actor.merchantId);
    const state = question.answer === '' ? ('waiting' as const) : ('answered' as const);
    await updateQuestion(tx, id, { state });
    await writeAudit(tx, recordOf(context), {
      act: 'live.restore_question',
      subject: 'live_question',
      key: id,
      before: { state: 'hidden' },
      after: { state },
      merchantId: room?.merchantId ?? null,
      at: now,
    });
  });
}
