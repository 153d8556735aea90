/** Asking in a room (rules 22): the host chooses what is shown on screen. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { AskLiveValues } from '#lib/contract/live/calls.ts';
import type { LiveQuestionWire } from '#lib/contract/live/schema.ts';
import { checkWords } from '#lib/rules/chat/sensitive.ts';
import { askPace, maxQuestion } from '#lib/rules/live/room.ts';
import { type QuestionState, questionStateTexts } from '#lib/rules/live/timeline.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listWords } from '../chat/word-rows.ts';
import type { Context } from '../core/context.ts';
import { countAsked, findAsked, insertQuestion, listAsked, type QuestionRow } from './question-rows.ts';
import { askReason } from './room.ts';
import { watchOnly } from './watch.ts';

/**
 * `POST /api/live/{id}/ask`. The same client id again is answered with the same question. Throws 404 and 403 as watching
 * does, 409 where nobody may ask now, 422 for a text that cannot be shown, 429 above the pace.
 */
export async function askQuestion(
  context: Context<'buyer'>,
  { id, client_id: clientId, text }: AskLiveValues,
): Promise<LiveQuestionWire> {
  const {
    db,
    actor: {
      account: { companyId, userId },
    },
  } = context;
  const room = await watchOnly(context, id);
  const reason = askReason(context, room);
  if (reason !== '') throw new AppError(409, reason);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') throw fieldError('text', '请填写问题');
  if ([...line].length > maxQuestion) throw fieldError('text', `问题最多${maxQuestion}个字`);
  const { shown, isHeld } = checkWords(line, await listWords(db));
  if (isHeld) throw fieldError('text', '问题里有不能公开的内容，请修改后再提问');
  const asked = { roomId: id, companyId, clientId };
  const row = await db.transaction(async (tx) => {
    const before = await findAsked(tx, asked);
    if (before !== null) return before;
    if ((await countAsked(tx, id, userId)) >= askPace.most) throw tooFast();
    const made = await insertQuestion(tx, { ...asked, userId, text: shown });
    return made ?? must(await findAsked(tx, asked), 'the question of the same moment');
  });
  return questionWire(row);
}

function tooFast(): AppError {
  const seconds = askPace.withinMs / 1_000;
  return new AppError(429, `提问太快，${seconds}秒内最多${askPace.most}个问题，请稍后再试`, {
    retry_after: seconds,
  });
}

/** `GET /api/live/{id}/questions`: those of the caller's company. */
export async function listOwnQuestions(
  context: Context<'buyer'>,
  { id }: { id: number },
): Promise<{ list: LiveQuestionWire[] }> {
  await watchOnly(context, id);
  const rows = await listAsked(context.db, id, context.actor.account.companyId);
  return { list: rows.map(questionWire) };
}

function questionWire({ id, clientId, text, answer, state, createdAt }: QuestionRow): LiveQuestionWire {
  return {
    id,
    client_id: clientId,
    text,
    answer: state === 'hidden' ? '' : answer,
    state_text: questionStateTexts[state satisfies QuestionState],
    at: createdAt.getTime(),
  };
}
