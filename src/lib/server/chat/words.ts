/** Sensitive words, and the messages that they hold (rules 21): acts of the platform's service. */
import type { ChatWordValues } from '#lib/contract/chat/desk-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { foldedWord } from '#lib/rules/chat/sensitive.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { insertEvents } from './event-rows.ts';
import { findMessage, reviewMessage } from './message-rows.ts';
import { lockTalk, ofEveryone } from './talk-rows.ts';
import { dropWord, putWord } from './word-rows.ts';

type Platform = Context<'platform'>;

/** `POST /api/desk/chat/words`: adds a word, or changes what is done with it. Messages that were sent stay as they are. */
export async function saveWord(context: Platform, { word, action }: ChatWordValues): Promise<null> {
  const { db, now, actor } = context;
  const folded = foldedWord(word);
  if (folded.length < 2) throw fieldError('word', '敏感词至少两个字或字母，符号不算');
  await db.transaction(async (tx) => {
    const id = await putWord(tx, { word, folded, action, madeBy: actor.name });
    if (id === null) return;
    await writeAudit(tx, recordOf(context), {
      act: 'chat.word',
      subject: 'chat_word',
      key: id,
      before: null,
      after: { word, action },
      at: now,
    });
  });
  return null;
}

/** Deletes a word of the list; one that is gone is answered as done. */
export async function dropChatWord(context: Platform, { id }: { id: number }): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const gone = await dropWord(tx, id);
    if (gone === null) return;
    await writeAudit(tx, recordOf(context), {
      act: 'chat.drop_word',
      subject: 'chat_word',
      key: id,
      before: { ...gone },
      after: null,
      at: now,
    });
  });
}

/** Passes a message that waits: the other side sees it. Passed already, it changes nothing. */
export function passHeld(context: Platform, input: { id: string }): Promise<void> {
  return review(context, input, 'sent');
}

/** Stops a message that waits for good. */
export function refuseHeld(context: Platform, input: { id: string }): Promise<void> {
  return review(context, input, 'refused');
}

async function review(context: Platform, { id }: { id: string }, state: 'sent' | 'refused'): Promise<void> {
  const { db, now, actor } = context;
  const [, talkId = '', seq = ''] = /^(\d{1,9}):(\d{1,9})$/.exec(id) ?? [];
  const place = { talkId: Number(talkId), seq: Number(seq) };
  await db.transaction(async (tx) => {
    const talk = talkId === '' ? null : await lockTalk(tx, place.talkId, ofEveryone, { staffId: 0 });
    const before = talk && (await findMessage(tx, place.talkId, place.seq));
    if (!before) throw new AppError(404, '消息不存在');
    if (before.message.state === state) return;
    const verdict = { state, reviewedBy: actor.staffId ?? null, reviewedAt: now };
    if (!(await reviewMessage(tx, place, verdict)))
      throw new AppError(409, '这条消息已经处理过或已撤回，请刷新后查看');
    await writeAudit(tx, recordOf(context), {
      act: state === 'sent' ? 'chat.pass' : 'chat.refuse',
      subject: 'chat_message',
      key: id,
      before: { state: 'held' },
      after: { state },
      merchantId: talk.talk.merchantId,
      at: now,
    });
    const side = before.message.sender === 'buyer' ? 'buyer' : 'staff';
    await insertEvents(tx, talk.talk, [{ what: 'change', side, seq: place.seq }]);
  });
}
