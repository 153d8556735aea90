/** Calls of chat at the desks: each side sees its own talks, the platform those of merchants that were escalated. */
import { z } from 'zod';
import { get, post } from '../call.ts';
import { emptyInput, freeText, id } from '../fields.ts';
import { uploadInput } from '../files.ts';
import { escalateInput } from './calls.ts';
import {
  cannedInput,
  cannedList,
  chatAside,
  chatDuty,
  chatDutyInput,
  chatExport,
  chatFigures,
  chatFiguresInput,
  chatQueue,
  chatQueueInput,
  chatWordInput,
  deskTalkDetail,
  transferTalkInput,
} from './desk-schema.ts';
import {
  chatFile,
  chatFound,
  chatHistory,
  chatMessage,
  chatSearchInput,
  messagesOfTalkInput,
  numberedInput,
  readAnswer,
  sendInput,
  talkInput,
  typingInput,
} from './schema.ts';

const desk = { who: 'staff', may: 'chat' } as const;

export const deskChatCalls = {
  deskChatQueue: get('/api/desk/chat/queue', { ...desk, input: chatQueueInput, output: chatQueue }),
  deskChatTalk: get('/api/desk/chat/talks/{id}', { ...desk, input: talkInput, output: deskTalkDetail }),
  deskChatAside: get('/api/desk/chat/talks/{id}/aside', { ...desk, input: talkInput, output: chatAside }),
  deskChatMessages: get('/api/desk/chat/talks/{id}/messages', {
    ...desk,
    input: messagesOfTalkInput,
    output: chatHistory,
  }),
  /** 409 while a colleague answers it: take it over first. A talk that waits becomes the sender's. */
  deskSendChat: post('/api/desk/chat/talks/{id}/messages', {
    ...desk,
    input: sendInput,
    output: chatMessage,
  }),
  deskChatUpload: post('/api/desk/chat/talks/{id}/files', {
    ...desk,
    cost: 'upload',
    input: uploadInput.extend({ id: id('会话') }),
    output: chatFile,
  }),
  deskRecallChat: post('/api/desk/chat/talks/{id}/recall', {
    ...desk,
    input: numberedInput,
    output: chatMessage,
  }),
  deskReadChat: post('/api/desk/chat/talks/{id}/read', { ...desk, input: numberedInput, output: readAnswer }),
  /** Also says that the person looks at the talk: `is_typing` 0. */
  deskTypeChat: post('/api/desk/chat/talks/{id}/typing', { ...desk, input: typingInput, output: z.null() }),
  /** Takes a talk that waits, or takes it over from a colleague. */
  deskTakeChat: post('/api/desk/chat/talks/{id}/take', { ...desk, input: talkInput, output: deskTalkDetail }),
  deskTransferChat: post('/api/desk/chat/talks/{id}/transfer', {
    ...desk,
    input: transferTalkInput,
    output: deskTalkDetail,
  }),
  deskCloseChat: post('/api/desk/chat/talks/{id}/close', {
    ...desk,
    input: talkInput,
    output: deskTalkDetail,
  }),
  deskEscalateChat: post('/api/desk/chat/talks/{id}/escalate', {
    ...desk,
    input: escalateInput,
    output: deskTalkDetail,
  }),
  deskSearchChat: get('/api/desk/chat/search', {
    ...desk,
    cost: 'list',
    input: chatSearchInput,
    output: chatFound,
  }),
  deskChatExport: get('/api/desk/chat/talks/{id}/export', { ...desk, input: talkInput, output: chatExport }),
  deskChatDuty: get('/api/desk/chat/duty', { ...desk, input: emptyInput, output: chatDuty }),
  /** Repeated every 30 s while the page is open: who is silent for 90 s is offline. */
  deskSetChatDuty: post('/api/desk/chat/duty', { ...desk, input: chatDutyInput, output: chatDuty }),
  deskCanned: get('/api/desk/chat/canned', {
    ...desk,
    input: z.object({ find: freeText('查找', 20) }),
    output: cannedList,
  }),
  deskSaveCanned: post('/api/desk/chat/canned', { ...desk, input: cannedInput, output: cannedList }),
  deskDropCanned: post('/api/desk/chat/canned/{id}/delete', {
    ...desk,
    input: z.object({ id: id('快捷回复') }),
    output: cannedList,
  }),
  deskSaveChatWord: post('/api/desk/chat/words', {
    who: 'platform',
    may: 'chat',
    input: chatWordInput,
    output: z.null(),
  }),
  deskChatFigures: get('/api/desk/chat/figures', { ...desk, input: chatFiguresInput, output: chatFigures }),
};
