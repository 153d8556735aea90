/** Chat of a company's people with a merchant's service or the platform's. */
import { z } from 'zod';
import { stars } from '#lib/rules/chat/talk.ts';
import { get, post } from '../call.ts';
import { emptyInput, flagOut, freeText, id, text, whole } from '../fields.ts';
import { uploadInput } from '../files.ts';
import { cardInput } from './cards.ts';
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
  talkBase,
  talkInput,
  typingInput,
} from './schema.ts';

export const openTalkInput = z.object({
  /** 0 for the platform's service. */
  merchant_id: id('商家', 0),
  /** A reference that the page has, to see its card before it is sent. */
  card: cardInput.optional(),
});
export type OpenTalkValues = z.output<typeof openTalkInput>;

export const rateTalkInput = z.object({
  id: id('会话'),
  stars: whole('评分', stars.least, stars.most),
  text: freeText('评价', 200),
});
export type RateTalkValues = z.output<typeof rateTalkInput>;

export const escalateInput = z.object({ id: id('会话'), reason: text('原因', { min: 2, max: 200 }) });
export type EscalateValues = z.output<typeof escalateInput>;

export const talk = talkBase.extend({
  /** `id` 0 and 平台客服 for the platform. */
  merchant: z.object({ id: z.number().int(), name: z.string(), link: z.string() }),
  /** Who answers; empty while nobody does. */
  answers: z.string(),
  /** 1: service is there now, or answered in this talk within five minutes. */
  is_on_duty: flagOut,
  /** 工作日 8:30-18:00, and the next opening outside hours. */
  hours: z.string(),
  /** The platform was asked for help in it. */
  is_escalated: flagOut,
  /** 1: the last inquiry is closed and has no rating yet. */
  may_rate: flagOut,
  stars: z.number().int().nullable(),
});
export type Talk = z.infer<typeof talk>;

export const talks = z.object({
  /** The last written first. */
  list: z.array(talk),
  /** Of all of them. */
  unread: z.number().int(),
});
export type Talks = z.infer<typeof talks>;

export const chatTokenOutput = z.object({
  username: z.string(),
  token: z.string(),
  /** `/chat?username=…&token=…`. */
  url: z.string(),
  until: z.iso.datetime(),
});
export type ChatTokenOutput = z.infer<typeof chatTokenOutput>;

export const redeemChatTokenInput = z.object({
  username: text('登录名', { min: 1, max: 50 }),
  token: text('聊天凭证', { min: 1, max: 400 }),
});
export type RedeemChatTokenValues = z.output<typeof redeemChatTokenInput>;

/** Also for people of a frozen company: they have most to ask. */
const reads = { who: 'buyer', whileFrozen: true } as const;
const writes = { who: 'buyer', may: 'messages', whileFrozen: true } as const;

export const chatCalls = {
  chatTalks: get('/api/chat/talks', { ...reads, input: emptyInput, output: talks }),
  /** The talk with a merchant's service; made where there is none. Safe to repeat. */
  openTalk: post('/api/chat/talks', { ...writes, input: openTalkInput, output: talk }),
  chatTalk: get('/api/chat/talks/{id}', { ...reads, input: talkInput, output: talk }),
  chatMessages: get('/api/chat/talks/{id}/messages', {
    ...reads,
    input: messagesOfTalkInput,
    output: chatHistory,
  }),
  sendChat: post('/api/chat/talks/{id}/messages', { ...writes, input: sendInput, output: chatMessage }),
  chatUpload: post('/api/chat/talks/{id}/files', {
    ...writes,
    cost: 'upload',
    input: uploadInput.extend({ id: id('会话') }),
    output: chatFile,
  }),
  recallChat: post('/api/chat/talks/{id}/recall', { ...writes, input: numberedInput, output: chatMessage }),
  /** Every role: it moves one's own mark alone. */
  readChat: post('/api/chat/talks/{id}/read', {
    who: 'buyer',
    may: 'read',
    whileFrozen: true,
    input: numberedInput,
    output: readAnswer,
  }),
  typeChat: post('/api/chat/talks/{id}/typing', {
    ...writes,
    input: typingInput,
    output: z.null(),
  }),
  searchChat: get('/api/chat/search', { ...reads, cost: 'list', input: chatSearchInput, output: chatFound }),
  rateChat: post('/api/chat/talks/{id}/rate', { ...writes, input: rateTalkInput, output: talk }),
  escalateChat: post('/api/chat/talks/{id}/escalate', { ...writes, input: escalateInput, output: talk }),
  /** The embedded page is opened by it: 60 s, once, by the same person. */
  chatToken: post('/api/chat/token', { ...writes, input: emptyInput, output: chatTokenOutput }),
  redeemChatToken: post('/api/chat/redeem', {
    ...writes,
    input: redeemChatTokenInput,
    output: talks,
  }),
};
