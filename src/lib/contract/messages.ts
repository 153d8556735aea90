/** Messages to a company (rules 8): an event, with the one act that it calls for. */

import { z } from 'zod';
import { messageKindKeys } from '#lib/rules/companies/message-kinds.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, flag, flagOut, ids, page, pageSize } from './fields.ts';

const messageKind = () => unset(z.enum(messageKindKeys, { error: '消息种类不正确' }).optional());

export const messagesInput = z.object({
  /** 1: only unread ones. */
  unread: unset(flag('仅看未读').optional()),
  /** Only those of a kind. */
  kind: messageKind(),
  page: page(),
  size: pageSize(20),
});
export type MessagesValues = z.infer<typeof messagesInput>;
export type MessagesInput = z.input<typeof messagesInput>;

/** `ids`, or `all` = 1 for every message, with `kind` for those of a kind. */
export const readMessagesInput = z
  .object({ ids: ids('消息').optional(), all: flag('全部已读').optional(), kind: messageKind() })
  .refine(({ ids: chosen, all }) => chosen !== undefined || all === 1, {
    path: ['ids'],
    error: '请选择消息',
  });
export type ReadMessagesValues = z.infer<typeof readMessagesInput>;

export const messageWire = z.object({
  id: z.number(),
  kind: z.string(),
  kind_text: z.string(),
  title: z.string(),
  body: z.string(),
  /** A page of this site; empty where there is none. */
  link: z.string(),
  /** The words of the link: 去支付, 查看发票; empty without a link. */
  act: z.string(),
  is_read: flagOut,
  created_at: z.iso.datetime(),
});
export type MessageWire = z.infer<typeof messageWire>;

/** Kinds of which there is a message, in the order of the rules, with the number of unread ones. */
const kindCounts = z.array(
  z.object({ kind: z.enum(messageKindKeys), text: z.string(), unread: z.number().int() }),
);
export type KindCounts = z.infer<typeof kindCounts>;

export const messageList = z.object({
  /** The newest first. */
  list: z.array(messageWire),
  total: z.number().int(),
  /** Of all kinds. */
  unread: z.number().int(),
  kinds: kindCounts,
  page: z.number(),
  size: z.number(),
});
export type MessageList = z.infer<typeof messageList>;

export const messagesRead = z.object({ unread: z.number().int(), kinds: kindCounts });
export type MessagesRead = z.infer<typeof messagesRead>;

/** site: among the messages of the shop; sms: to one's own telephone as well. */
export const messageWays = ['site', 'sms'] as const;
export type MessageWay = (typeof messageWays)[number];

/** What a person chose, by kind and way. */
export const messageChoices = z.object({
  /** Masked; empty where there is none. */
  phone: z.string(),
  /** 0: the shop sends no text messages, and no kind has the way. */
  has_sms: flagOut,
  list: z.array(
    z.object({
      kind: z.enum(messageKindKeys),
      text: z.string(),
      /** `is_fixed`: it cannot be switched off. */
      site: z.object({ is_on: flagOut, is_fixed: flagOut }),
      /** null for a kind that is not sent to telephones, or not to this role. */
      sms: z.object({ is_on: flagOut }).nullable(),
    }),
  ),
});
export type MessageChoices = z.infer<typeof messageChoices>;

export const setMessageChoiceInput = z.object({
  kind: z.enum(messageKindKeys, { error: '请选择消息种类' }),
  way: z.enum(messageWays, { error: '请选择接收方式' }),
  is_on: flag('接收'),
});
export type SetMessageChoiceValues = z.output<typeof setMessageChoiceInput>;

export const messagesCalls = {
  messages: get('/api/message', {
    who: 'buyer',
    whileFrozen: true,
    input: messagesInput,
    output: messageList,
  }),
  messageChoices: get('/api/message/choices', { who: 'buyer', input: emptyInput, output: messageChoices }),
  setMessageChoice: post('/api/message/choices', {
    who: 'buyer',
    may: 'read',
    input: setMessageChoiceInput,
    output: messageChoices,
  }),
  readMessages: post('/api/message/read', {
    who: 'buyer',
    may: 'messages',
    input: readMessagesInput,
    output: messagesRead,
  }),
};
