/** Chat at the desks: queue, talks, canned answers, duty. Each call rejects as `deskCall` does. */
import { api } from '#lib/contract/api.ts';
import type {
  CannedList,
  CannedValues,
  ChatAside,
  ChatDuty,
  ChatExport,
  ChatQueue,
  ChatQueueValues,
  ChatWordValues,
  DeskTalkDetail,
  TransferTalkValues,
} from '#lib/contract/chat/desk-schema.ts';
import type { ChatFile } from '#lib/contract/chat/schema.ts';
import { saveText } from '../../save-file.ts';
import { uploadFile } from '../../upload.ts';
import { chatNewsOf, type SideCalls } from '../chat/side.ts';
import { deskStream } from './notices.ts';
import { deskCall } from './session.ts';

export type Canned = CannedList['list'][number];

/** The desk's side of chat: what the shared pieces of a talk call. */
export const deskChat: SideCalls = {
  kind: 'staff',
  messages: (input) => deskCall(api.deskChatMessages, input),
  send: (input) => deskCall(api.deskSendChat, input),
  upload: (talk, file, options) =>
    uploadFile<ChatFile>(file, options, {
      method: 'POST',
      path: api.deskChatUpload.path.replace('{id}', String(talk)),
    }),
  recall: (input) => deskCall(api.deskRecallChat, input),
  read: (input) => deskCall(api.deskReadChat, input),
  type: (talk) => deskCall(api.deskTypeChat, { id: talk, is_typing: 1 }),
  search: (input) => deskCall(api.deskSearchChat, input),
  onNews: chatNewsOf(deskStream),
};

/** Tells colleagues that this person looks at a talk. */
export function viewTalk(id: number): Promise<null> {
  return deskCall(api.deskTypeChat, { id, is_typing: 0 });
}

export function loadQueue(input: ChatQueueValues): Promise<ChatQueue> {
  return deskCall(api.deskChatQueue, input);
}

export function loadTalk(id: number): Promise<DeskTalkDetail> {
  return deskCall(api.deskChatTalk, { id });
}

export function loadAside(id: number): Promise<ChatAside> {
  return deskCall(api.deskChatAside, { id });
}

/** Takes a talk that waits, or takes it over from a colleague. */
export function takeTalk(id: number): Promise<DeskTalkDetail> {
  return deskCall(api.deskTakeChat, { id });
}

export function transferTalk(input: TransferTalkValues): Promise<DeskTalkDetail> {
  return deskCall(api.deskTransferChat, input);
}

export function closeTalk(id: number): Promise<DeskTalkDetail> {
  return deskCall(api.deskCloseChat, { id });
}

export function escalateTalk(id: number, reason: string): Promise<DeskTalkDetail> {
  return deskCall(api.deskEscalateChat, { id, reason });
}

/** Saves the record of a talk as a file, and answers its digest. */
export async function exportTalk(id: number): Promise<ChatExport> {
  const record = await deskCall(api.deskChatExport, { id });
  saveText(record.name, 'application/x-ndjson', record.content);
  return record;
}

/** Says that the person is on duty, or is not any more. Repeated while the page is open. */
export function setDuty(isOn: boolean): Promise<ChatDuty> {
  return deskCall(api.deskSetChatDuty, { is_on: isOn ? 1 : 0 });
}

/** Canned answers whose code or text has the typed letters; all of them for an empty one. */
export async function findCanned(find: string): Promise<Canned[]> {
  return (await deskCall(api.deskCanned, { find })).list;
}

/** Saves a canned answer, a new one with `id` 0, and answers all of them. */
export async function saveCanned(input: CannedValues): Promise<Canned[]> {
  return (await deskCall(api.deskSaveCanned, input)).list;
}

export async function dropCanned(id: number): Promise<Canned[]> {
  return (await deskCall(api.deskDropCanned, { id })).list;
}

/** Saves a sensitive word with what is done about it. */
export function saveWord(input: ChatWordValues): Promise<null> {
  return deskCall(api.deskSaveChatWord, input);
}
