/** Messages of talks, for both sides: each use case is bound to its reader. */
import {
  type ChatFound,
  type ChatHistory,
  type ChatMessage,
  type ChatSearchValues,
  type MessagesOfTalkValues,
  maxSeq,
  type NumberedValues,
  type ReadAnswer,
  type TypingValues,
} from '#lib/contract/chat/schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { unreadAfter } from '#lib/rules/chat/marks.ts';
import { isInRecallTime, recallRefusal } from '#lib/rules/chat/recall.ts';
import { platformName } from '#lib/rules/chat/talk.ts';
import { shortText } from '#lib/rules/chat/text.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db } from '../db/client.ts';
import { announcing } from '../db/transaction.ts';
import { publicName } from './assign.ts';
import { insertEvents, sendSign } from './event-rows.ts';
import { moveMark } from './mark-rows.ts';
import {
  findMessage,
  listMessages,
  recallMessage,
  type SearchPlace,
  searchMessages,
} from './message-rows.ts';
import type { ChatReader } from './reader.ts';
import { takeSign } from './sign-pace.ts';
import { findTalk, lockTalk, type TalkRow } from './talk-rows.ts';
import { messagesOf } from './wire.ts';

interface At {
  db: Db;
  now: Date;
}

const searchSize = 20;

/** The talk of a reader. Throws 404 for others'. */
export async function requireTalk(db: Db, id: number, { bound, who }: ChatReader): Promise<TalkRow> {
  const row = await findTalk(db, id, bound, who);
  if (row === null) throw new AppError(404, '会话不存在');
  return row;
}

/** A page of a talk's messages. */
export async function readMessages(
  { db, now }: At,
  reader: ChatReader,
  { id, ...asked }: MessagesOfTalkValues,
): Promise<ChatHistory> {
  const row = await requireTalk(db, id, reader);
  const { rows, hasBefore, hasAfter } = await listMessages(db, id, asked);
  return {
    list: await messagesOf(db, id, rows, reader, now),
    last_seq: row.talk.lastSeq,
    has_before: hasBefore ? 1 : 0,
    has_after: hasAfter ? 1 : 0,
    their_read: row.theirRead,
    my_read: row.myRead,
  };
}

/**
 * Takes back one's own message within two minutes; the same again is answered with the message. Throws 404 for a message
 * that is not there, 403 for another person's, 409 when it is too late.
 */
export async function recallOwn(
  { db, now }: At,
  reader: ChatReader,
  { id, seq }: NumberedValues,
): Promise<ChatMessage> {
  await db.transaction(async (tx) => {
    const talk = await lockTalk(tx, id, reader.bound, reader.who);
    const row = talk && (await findMessage(tx, id, seq));
    if (!row) throw new AppError(404, '消息不存在');
    const { userId, staffId, state, createdAt } = row.message;
    const isOwn = 'userId' in reader.who ? userId === reader.who.userId : staffId === reader.who.staffId;
    if (!isOwn) throw new AppError(403, '只能撤回自己的消息');
    if (state === 'recalled') return;
    if (!(await recallMessage(tx, id, seq, reader.who)))
      throw new AppError(
        409,
        isInRecallTime(createdAt.getTime(), now.getTime()) ? '消息不能撤回' : recallRefusal,
      );
    await insertEvents(tx, talk.talk, [{ what: 'change', side: reader.side, seq }]);
  }, announcing);
  const row = must(await findMessage(db, id, seq), `message ${seq} of talk ${id}`);
  return must((await messagesOf(db, id, [row], reader, now))[0], 'the message');
}

/** Moves the reader's mark up to a message. A lower one, or one of a message that is not there, moves nothing. */
export async function markRead(
  { db }: At,
  reader: ChatReader,
  { id, seq }: NumberedValues,
): Promise<ReadAnswer> {
  const { talk } = await requireTalk(db, id, reader);
  await db.transaction(async (tx) => {
    if (!(await moveMark(tx, id, reader.who, seq))) return;
    await insertEvents(tx, talk, [{ what: 'read', side: reader.side, seq: Math.min(seq, talk.lastSeq) }]);
  }, announcing);
  const after = await requireTalk(db, id, reader);
  return { my_read: after.myRead, unread: unreadAfter(after.myRead, after.talk.lastSeq) };
}

/**
 * Sends to the other side and to colleagues that the reader types in or looks at a talk. Signs above the pace are
 * dropped.
 */
export async function sayTyping(
  { db }: At,
  reader: ChatReader,
  { id, is_typing: isTyping }: TypingValues,
): Promise<null> {
  if (!(await takeSign(reader.by))) return null;
  const { talk } = await requireTalk(db, id, reader);
  const { companyId, merchantId, isEscalated } = talk;
  await sendSign(db, {
    talk: id,
    what: isTyping === 1 ? 'typing' : 'viewing',
    seq: 0,
    side: reader.side,
    name: reader.side === 'buyer' ? reader.account.name : publicName(reader.staffId, reader.merchantId),
    by: reader.by,
    companyId,
    merchantId,
    isEscalated,
  });
  return null;
}

/** Messages with a word in the reader's own talks, the newest first. */
export async function searchOwn(
  { db }: At,
  reader: ChatReader,
  { word, talk, after }: ChatSearchValues,
): Promise<ChatFound> {
  const rows = await searchMessages(db, {
    bound: reader.bound,
    author: reader.who,
    word,
    talkId: talk,
    after: findPlace(after),
    limit: searchSize + 1,
  });
  const list = rows.slice(0, searchSize);
  const last = list.at(-1);
  return {
    list: list.map((row) => ({
      talk: row.talkId,
      with: reader.side === 'staff' ? row.company : (row.merchant ?? platformName),
      seq: row.seq,
      name: row.name,
      text: shortText(row.text, 100),
      at: row.createdAt.toISOString(),
    })),
    next:
      last !== undefined && rows.length > searchSize
        ? `${last.createdAt.getTime()}.${last.talkId}.${last.seq}`
        : '',
  };
}

/** The place of `next` of an answer before; null, the beginning, for a text that no answer has given. */
function findPlace(text: string): SearchPlace | null {
  const [, at = '', talkId = '', seq = ''] = /^(\d{1,15})\.(\d{1,9})\.(\d{1,10})$/.exec(text) ?? [];
  if (at === '' || Number(seq) > maxSeq) return null;
  return { at: new Date(Number(at)), talkId: Number(talkId), seq: Number(seq) };
}
