/** Messages to a company (rules 8): an event, perhaps with a link. */

import { z } from 'zod';
import { textKinds } from '#lib/rules/companies/text-kinds.ts';
import { get, post } from './call.ts';
import { unset } from './decode.ts';
import { emptyInput, flag, flagOut, ids, page, pageSize } from './fields.ts';

/** The subject of a message. Rows of other kinds read 通知. */
export const messageKinds = {
  order: '订单',
  approval: '订单审核',
  shipment: '物流',
  refund: '退款',
  aftersale: '售后',
  wallet: '钱包',
  stock: '到货',
  price: '降价',
  controlled: '采购权限',
  wanted: '求购',
  feedback: '反馈',
  paper: '证件到期',
  company: '资质',
  letter: '平台消息',
  system: '公告',
} as const;

export const messagesInput = z.object({
  /** 1: only unread ones. */
  unread: unset(flag('仅看未读').optional()),
  page: page(),
  size: pageSize(20),
});
export type MessagesValues = z.infer<typeof messagesInput>;
export type MessagesInput = z.input<typeof messagesInput>;

/** `ids`, or `all` = 1 for every message. */
export const readMessagesInput = z
  .object({ ids: ids('消息').optional(), all: flag('全部已读').optional() })
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
  is_read: flagOut,
  created_at: z.iso.datetime(),
});
export type MessageWire = z.infer<typeof messageWire>;

export const messageList = z.object({
  /** The newest first. */
  list: z.array(messageWire),
  total: z.number().int(),
  unread: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type MessageList = z.infer<typeof messageList>;

export const messagesRead = z.object({ unread: z.number().int() });
export type MessagesRead = z.infer<typeof messagesRead>;

/** Which kinds are sent to one's own phone as well. */
export const textChoices = z.object({
  /** Masked; empty where there is none. */
  phone: z.string(),
  list: z.array(z.object({ kind: z.enum(textKinds), text: z.string(), is_on: flagOut })),
});
export type TextChoices = z.infer<typeof textChoices>;

export const setTextChoiceInput = z.object({
  kind: z.enum(textKinds, { error: '请选择消息种类' }),
  is_on: flag('短信提醒'),
});
export type SetTextChoiceValues = z.output<typeof setTextChoiceInput>;

export const messagesCalls = {
  messages: get('/api/message', {
    who: 'buyer',
    whileFrozen: true,
    input: messagesInput,
    output: messageList,
  }),
  textChoices: get('/api/message/texts', { who: 'buyer', input: emptyInput, output: textChoices }),
  setTextChoice: post('/api/message/texts', {
    who: 'buyer',
    may: 'read',
    input: setTextChoiceInput,
    output: textChoices,
  }),
  readMessages: post('/api/message/read', {
    who: 'buyer',
    may: 'messages',
    input: readMessagesInput,
    output: messagesRead,
  }),
};
