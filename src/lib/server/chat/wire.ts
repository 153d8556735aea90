/** Talks and messages on the wire, for one reader. */
import type { ChatCard } from '#lib/contract/chat/cards.ts';
import type { ChatFile, ChatMessage } from '#lib/contract/chat/schema.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { cardText } from '#lib/rules/chat/cards.ts';
import { unreadAfter } from '#lib/rules/chat/marks.ts';
import { recallUntil } from '#lib/rules/chat/recall.ts';
import { platformName, talkState, talkStateText } from '#lib/rules/chat/talk.ts';
import { shortText } from '#lib/rules/chat/text.ts';
import type { Db } from '../db/client.ts';
import { fileWireOf } from '../files/wire.ts';
import { cardKey, readCards } from './cards.ts';
import { listFiles, type MessageRow } from './message-rows.ts';
import type { ChatReader } from './reader.ts';
import type { TalkRow } from './talk-rows.ts';

type Message = MessageRow['message'];

export function merchantName(row: Pick<TalkRow, 'merchant'>): string {
  return row.merchant ?? platformName;
}

function isMine({ userId, staffId }: Pick<Message, 'userId' | 'staffId'>, { who }: ChatReader): boolean {
  return 'userId' in who ? userId === who.userId : staffId === who.staffId;
}

/**
 * True where the reader may see the content: nobody of a recalled message, its author alone of one that waits or was
 * refused.
 */
function isShown(message: Pick<Message, 'state' | 'userId' | 'staffId'>, reader: ChatReader): boolean {
  if (message.state === 'sent') return true;
  return message.state !== 'recalled' && isMine(message, reader);
}

const stubs = { recalled: '消息已撤回', held: '消息正在审核', refused: '消息未通过审核' } as const;

/** The last message of a talk in short. */
function lastOf({ last }: TalkRow, reader: ChatReader) {
  if (last === null) return null;
  const { state, cardKind, text, createdAt } = last;
  const content = text !== '' ? shortText(text) : cardKind !== null ? `[${cardText(cardKind)}]` : '[文件]';
  return {
    name: last.name,
    text: state === 'sent' || isShown(last, reader) ? content : stubs[state],
    at: createdAt.toISOString(),
  };
}

/** The fields of a talk that both sides have. */
export function talkBaseOf(row: TalkRow, reader: ChatReader) {
  const { talk, inquiry } = row;
  const state = talkState(
    inquiry === null ? null : { staffId: inquiry.staffId, isClosed: inquiry.closedAt !== null },
  );
  return {
    id: talk.id,
    state,
    state_text: talkStateText(state),
    last_seq: talk.lastSeq,
    my_read: row.myRead,
    unread: unreadAfter(row.myRead, talk.lastSeq),
    their_read: row.theirRead,
    last: lastOf(row, reader),
  };
}

export function chatFileOf({
  id,
  kind,
  name,
  bytes,
  width,
  height,
  url,
  full_url,
  pdf_url,
}: FileWire): ChatFile {
  return { id, kind, name, bytes, width, height, url, full_url: full_url === '' ? pdf_url : full_url };
}

/** Messages of a talk for a reader, with their files and cards. */
export async function messagesOf(
  db: Db,
  talkId: number,
  rows: readonly MessageRow[],
  reader: ChatReader,
  now: Date,
): Promise<ChatMessage[]> {
  const shown = rows.map(({ message }) => message).filter((message) => isShown(message, reader));
  const refs = shown.flatMap(({ cardKind: kind, cardRef: ref }) =>
    kind === null || ref === null ? [] : [{ kind, ref }],
  );
  const [files, cards] = await Promise.all([
    listFiles(
      db,
      talkId,
      shown.map(({ seq }) => seq),
    ),
    readCards(db, refs, reader, now),
  ]);
  return rows.map((row) => messageOf(row, reader, { files, cards, now }));
}

interface Parts {
  files: Awaited<ReturnType<typeof listFiles>>;
  cards: ReadonlyMap<string, ChatCard>;
  now: Date;
}

function messageOf(
  { message, login, quote }: MessageRow,
  reader: ChatReader,
  { files, cards, now }: Parts,
): ChatMessage {
  const { seq, createdAt, sender, state, cardKind, cardRef, sourceTitle, sourceLink } = message;
  const mine = isMine(message, reader);
  const shown = isShown(message, reader);
  const until = recallUntil(createdAt.getTime());
  const mayRecall = mine && (state === 'sent' || state === 'held') && now.getTime() <= until;
  const card =
    shown && cardKind !== null && cardRef !== null
      ? cards.get(cardKey({ kind: cardKind, ref: cardRef }))
      : null;
  return {
    seq,
    client_id: mine ? message.clientId : '',
    at: createdAt.toISOString(),
    sender,
    // A login name is for colleagues; a company reads the public name.
    name: reader.side === 'staff' ? (login ?? message.name) : message.name,
    is_mine: mine ? 1 : 0,
    state,
    text: shown ? message.text : '',
    files: shown
      ? files.filter((one) => one.seq === seq).map(({ file }) => chatFileOf(fileWireOf(file)))
      : [],
    card: card ?? null,
    quote:
      quote === null || !shown
        ? null
        : { seq: quote.seq, name: quote.name, text: quote.state === 'sent' ? shortText(quote.text) : '' },
    source: sourceLink === '' ? null : { title: sourceTitle, link: sourceLink },
    recall_until: mayRecall ? new Date(until).toISOString() : null,
  };
}
