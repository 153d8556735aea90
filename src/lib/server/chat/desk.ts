/** Chat at a desk: messages of the talks of its side (rules 21). */
import { createHash } from 'node:crypto';
import type {
  ChatFile,
  ChatFound,
  ChatHistory,
  ChatMessage,
  ChatSearchValues,
  MessagesOfTalkValues,
  NumberedValues,
  ReadAnswer,
  SendValues,
  TypingValues,
} from '#lib/contract/chat/schema.ts';
import type { UploadInput } from '#lib/contract/files.ts';
import type { Context } from '../core/context.ts';
import { saveUpload } from '../files/upload.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';
import { markRead, readMessages, recallOwn, requireTalk, sayTyping, searchOwn } from './messages.ts';
import { deskReader } from './reader.ts';
import { sendMessage } from './send.ts';
import { chatFileOf } from './wire.ts';

type Desk = Context<'staff'>;

/** `GET /api/desk/chat/talks/{id}/messages`. */
export function listDeskMessages(context: Desk, input: MessagesOfTalkValues): Promise<ChatHistory> {
  return readMessages(context, deskReader(context), input);
}

/** `POST /api/desk/chat/talks/{id}/messages`. */
export function sendFromDesk(context: Desk, input: SendValues): Promise<ChatMessage> {
  return sendMessage(context, deskReader(context), input);
}

/**
 * `POST /api/desk/chat/talks/{id}/files`: a file for this talk, which other talks cannot name. Throws 404 for a talk of
 * another side, and as `readUpload` and `saveUpload` do.
 */
export async function uploadFromDesk(
  context: Desk,
  { id, file }: UploadInput & { id: number },
): Promise<ChatFile> {
  const { db, now, actor } = context;
  const { talk } = await requireTalk(db, id, deskReader(context));
  const read = await readUpload(
    file,
    actor.merchantId === null ? 'platform' : `merchant ${actor.merchantId}`,
  );
  // The same bytes are another file in each talk: the talk decides who sees it.
  const digest = createHash('sha256').update(`talk ${id} `).update(read.stored).digest('hex');
  const saved = await saveUpload(db, read, {
    companyId: talk.companyId,
    digest,
    name: nameOfUpload(file),
    forTalk: id,
    createdAt: now,
  });
  return chatFileOf(saved);
}

/** `POST /api/desk/chat/talks/{id}/recall`. */
export function recallFromDesk(context: Desk, input: NumberedValues): Promise<ChatMessage> {
  return recallOwn(context, deskReader(context), input);
}

/** `POST /api/desk/chat/talks/{id}/read`. */
export function readAtDesk(context: Desk, input: NumberedValues): Promise<ReadAnswer> {
  return markRead(context, deskReader(context), input);
}

/** `POST /api/desk/chat/talks/{id}/typing`. */
export function typeAtDesk(context: Desk, input: TypingValues): Promise<null> {
  return sayTyping(context, deskReader(context), input);
}

/** `GET /api/desk/chat/search`. */
export function searchAtDesk(context: Desk, input: ChatSearchValues): Promise<ChatFound> {
  return searchOwn(context, deskReader(context), input);
}
