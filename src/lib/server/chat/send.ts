/** Sending a message, from either side (rules 21). One transaction under the talk's lock writes all of it. */
import type { ChatMessage, SendValues } from '#lib/contract/chat/schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { HelpPart } from '#lib/rules/chat/help-answer.ts';
import { isTooFast, messagePace } from '#lib/rules/chat/pace.ts';
import { checkWords } from '#lib/rules/chat/sensitive.ts';
import { findTextProblem } from '#lib/rules/chat/text.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { lockFiles } from '../files/rows.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { publicName } from './assign.ts';
import { readCard } from './cards.ts';
import { insertEvents } from './event-rows.ts';
import { listHelpParts } from './help-pages.ts';
import { moveMark } from './mark-rows.ts';
import { countLately, findMessage, findSent, insertMessage, type NewMessage } from './message-rows.ts';
import type { ChatReader } from './reader.ts';
import { receiveAnswer, receiveQuestion } from './receive.ts';
import { lockTalk, type TalkRow } from './talk-rows.ts';
import { messagesOf } from './wire.ts';
import { listWords } from './word-rows.ts';

/** A message before it has a number. */
interface Draft {
  input: SendValues;
  text: string;
  message: Pick<NewMessage, 'text' | 'original' | 'state'>;
  settings: Settings;
  parts: readonly HelpPart[];
  now: Date;
  /** The author may not see the card. */
  isShut: boolean;
}

/**
 * Sends a message of the reader; the same client id again is answered with the same message. Throws 404 for a talk that
 * is not the reader's, 422 for what cannot be sent, 429 above the pace, at a desk 409 while a colleague answers.
 */
export async function sendMessage(
  { db, now }: { db: Db; now: Date },
  reader: ChatReader,
  input: SendValues,
): Promise<ChatMessage> {
  const { text } = input;
  const problem = findTextProblem(text, input.file_ids.length > 0 || input.card !== undefined);
  if (problem !== null) throw fieldError('text', problem);
  const isShut = input.card !== undefined && (await readCard(db, input.card, reader, now)).is_open === 0;
  const [settings, words, parts] = await Promise.all([getSettings(db), listWords(db), listHelpParts()]);
  const { shown, isHeld } = checkWords(text, words);
  const draft: Draft = {
    input,
    text,
    message: {
      text: shown,
      original: shown === text ? '' : text,
      state: isHeld ? 'held' : 'sent',
    },
    settings,
    parts,
    now,
    isShut,
  };
  const seq = await db.transaction((tx) => write(tx, reader, draft), announcing);
  const row = must(await findMessage(db, input.id, seq), `message ${seq} of talk ${input.id}`);
  return must((await messagesOf(db, input.id, [row], reader, now))[0], 'the message that was sent');
}

async function write(tx: Tx, reader: ChatReader, draft: Draft): Promise<number> {
  const { input, now, settings, parts, text } = draft;
  const talk = await lockTalk(tx, input.id, reader.bound, reader.who);
  if (talk === null) throw new AppError(404, '会话不存在');
  const before = await findSent(tx, input.id, reader.who, input.client_id);
  if (before !== null) return before.message.seq;
  if (draft.isShut) throw fieldError('card', '没有这张卡片，或您不能查看它');
  await refuseFast(tx, reader);
  await refuseQuote(tx, draft);
  const files = await holdFiles(tx, talk, reader, input.file_ids);
  const seq = await insertMessage(tx, { ...draft.message, ...authored(talk, reader, draft) }, files);
  await moveMark(tx, input.id, reader.who, seq);
  const { notes, isEscalated } =
    reader.side === 'buyer'
      ? await receiveQuestion(tx, talk, { seq, text, now, settings, parts })
      : await receiveAnswer(tx, talk, { seq, now, staffId: reader.staffId, merchantId: reader.merchantId });
  const side = reader.side;
  await insertEvents(tx, { ...talk.talk, isEscalated }, [
    ...[seq, ...notes].map((one) => ({ what: 'message' as const, side, seq: one })),
    { what: 'state' as const, side },
  ]);
  return seq;
}

function authored({ talk }: TalkRow, reader: ChatReader, { input }: Draft) {
  const { card, quote, client_id: clientId } = input;
  return {
    talkId: talk.id,
    clientId,
    quoteSeq: quote ?? null,
    cardKind: card?.kind ?? null,
    cardRef: card?.ref ?? null,
    ...(reader.side === 'buyer'
      ? { sender: 'buyer' as const, userId: reader.account.userId, name: reader.account.name }
      : {
          sender: 'staff' as const,
          staffId: reader.staffId,
          name: publicName(reader.staffId, reader.merchantId),
        }),
  };
}

async function refuseFast(tx: Tx, { who }: ChatReader): Promise<void> {
  if (!isTooFast(await countLately(tx, who))) return;
  const seconds = messagePace.withinMs / 1_000;
  throw new AppError(429, `发送太快，${seconds}秒内最多${messagePace.most}条，请${seconds}秒后再试`, {
    retry_after: seconds,
  });
}

async function refuseQuote(tx: Tx, { input: { id, quote } }: Draft): Promise<void> {
  if (quote === undefined) return;
  const quoted = await findMessage(tx, id, quote);
  if (quoted?.message.state !== 'sent') throw fieldError('quote', '引用的消息已撤回或不存在');
}

async function holdFiles(
  tx: Tx,
  { talk }: TalkRow,
  reader: ChatReader,
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)];
  const own = await lockFiles(
    tx,
    reader.side === 'buyer' ? { companyId: reader.account.companyId } : { talkId: talk.id },
    unique,
  );
  if (own.size < unique.length) throw fieldError('file_ids', '文件已失效，请重新上传');
  return unique;
}
