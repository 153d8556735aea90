/** Chat in the shop: the calls of a company's people, in terms of both sides' use cases. */
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
import type { CallContext, Context } from '../core/context.ts';
import { openStream } from '../core/events/stream.ts';
import { uploadFile } from '../files/upload.ts';
import { chatFeed } from './feed.ts';
import { markRead, readMessages, recallOwn, requireTalk, sayTyping, searchOwn } from './messages.ts';
import { buyerReader } from './reader.ts';
import { sendMessage } from './send.ts';
import { chatFileOf } from './wire.ts';

type Buyer = Context<'buyer'>;

/** `GET /api/chat/talks/{id}/messages`. */
export function listMyMessages(context: Buyer, input: MessagesOfTalkValues): Promise<ChatHistory> {
  return readMessages(context, buyerReader(context), input);
}

/** `POST /api/chat/talks/{id}/messages`. */
export function sendMine(context: Buyer, input: SendValues): Promise<ChatMessage> {
  return sendMessage(context, buyerReader(context), input);
}

/** `POST /api/chat/talks/{id}/files`: a file of the company for its next message. Throws as `uploadFile` does. */
export async function uploadMine(
  context: Buyer,
  { id, file }: UploadInput & { id: number },
): Promise<ChatFile> {
  await requireTalk(context.db, id, buyerReader(context));
  return chatFileOf(await uploadFile(context, { file }));
}

/** `POST /api/chat/talks/{id}/recall`. */
export function recallMine(context: Buyer, input: NumberedValues): Promise<ChatMessage> {
  return recallOwn(context, buyerReader(context), input);
}

/** `POST /api/chat/talks/{id}/read`. */
export function readMine(context: Buyer, input: NumberedValues): Promise<ReadAnswer> {
  return markRead(context, buyerReader(context), input);
}

/** `POST /api/chat/talks/{id}/typing`. */
export function typeMine(context: Buyer, input: TypingValues): Promise<null> {
  return sayTyping(context, buyerReader(context), input);
}

/** `GET /api/chat/search`. */
export function searchMine(context: Buyer, input: ChatSearchValues): Promise<ChatFound> {
  return searchOwn(context, buyerReader(context), input);
}

/** `GET /api/events`: the news of the company, and its chat from the position that the browser has. */
export function openBuyerStream(
  context: CallContext<'buyer'>,
  named: Partial<Record<string, string>>,
  beatMs?: number,
): Promise<Response> {
  const { account } = context.actor;
  const after = context.headers.get('last-event-id') ?? named.after ?? '';
  const feed = chatFeed(context.db, { companyId: account.companyId }, buyerReader(context).by, after);
  return openStream(context, beatMs, feed);
}
