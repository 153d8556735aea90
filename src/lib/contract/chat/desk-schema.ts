/** Chat at the desks of merchants' service and the platform's. */
import { z } from 'zod';
import { allWordActions } from '#lib/rules/chat/sensitive.ts';
import { queueTabs } from '#lib/rules/chat/talk.ts';
import { flag, flagOut, freeDay, freeText, id, money, page, text } from '../fields.ts';
import { ownMoney } from '../prices.ts';
import { talkBase } from './schema.ts';

export const chatQueueInput = z.object({
  /** mine: assigned to the reader · waiting: nobody has it · all: every open one · closed. */
  tab: z.enum(queueTabs, { error: '请选择会话列表' }).default('mine'),
  /** A part of the company's name. */
  company: freeText('企业', 50),
  page: page(),
});
export type ChatQueueValues = z.output<typeof chatQueueInput>;

export const deskTalk = talkBase.extend({
  company: z.object({ id: z.number().int(), name: z.string() }),
  /** `id` 0 and 平台客服 for the platform. */
  merchant: z.object({ id: z.number().int(), name: z.string() }),
  /** Who answers; null while it waits. */
  assignee: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** 1: the reader answers it. */
  is_mine: flagOut,
  is_escalated: flagOut,
  /** How often it went on because nobody answered in time. */
  returned: z.number().int(),
  /** The first buyer's message without an answer; null where none waits. */
  waits_since: z.iso.datetime().nullable(),
  /** When it goes to the next person unless it is answered; null where it does not. */
  returns_at: z.iso.datetime().nullable(),
});
export type DeskTalk = z.infer<typeof deskTalk>;

export const chatQueue = z.object({
  list: z.array(deskTalk),
  counts: z.object({ mine: z.number().int(), waiting: z.number().int(), all: z.number().int() }),
  has_more: flagOut,
});
export type ChatQueue = z.infer<typeof chatQueue>;

/** A talk with what a person needs to answer it. */
export const deskTalkDetail = deskTalk.extend({
  /** Values of the fields of canned answers: 公司, 订单号, 客服, 商家. */
  fields: z.record(z.string(), z.string()),
  may_answer: flagOut,
  /** Colleagues on duty to whom it can go. */
  colleagues: z.array(z.object({ id: z.number().int(), name: z.string(), open: z.number().int() })),
  last_rating: z.object({ stars: z.number().int(), text: z.string() }).nullable(),
});
export type DeskTalkDetail = z.infer<typeof deskTalkDetail>;

/** The company beside the talk, within the rights and the merchant of the reader. */
export const chatAside = z.object({
  company: z.object({
    id: z.number().int(),
    name: z.string(),
    kind_text: z.string(),
    state_text: z.string(),
    /** Empty where the reader has no page of it. */
    link: z.string(),
  }),
  orders: z.array(
    z.object({
      no: z.string(),
      status_text: z.string(),
      amount: ownMoney(money),
      at: z.iso.datetime(),
      link: z.string(),
    }),
  ),
  cases: z.array(
    z.object({ id: z.number().int(), kind_text: z.string(), status_text: z.string(), link: z.string() }),
  ),
  /** Lines of the carts of its people, of the reader's goods. */
  cart: z.array(z.object({ goods_id: z.number().int(), name: z.string(), number: z.number().int() })),
  papers: z.array(z.object({ name: z.string(), valid_to: z.string(), state_text: z.string() })),
});
export type ChatAside = z.infer<typeof chatAside>;

export const transferTalkInput = z.object({
  id: id('会话'),
  staff_id: id('接待人'),
  note: freeText('说明', 200),
});
export type TransferTalkValues = z.output<typeof transferTalkInput>;

export const chatDutyInput = z.object({ is_on: flag('在线') });
export type ChatDutyValues = z.output<typeof chatDutyInput>;

export const chatDuty = z.object({
  is_on: flagOut,
  /** Colleagues of the side. */
  people: z.array(
    z.object({ id: z.number().int(), name: z.string(), is_on: flagOut, open: z.number().int() }),
  ),
});
export type ChatDuty = z.infer<typeof chatDuty>;

export const cannedInput = z.object({
  /** 0 for a new one. */
  id: id('快捷回复', 0).default(0),
  /** What is typed after `/`. */
  shortcut: text('快捷码', { min: 1, max: 20 }).regex(/^[\p{L}\p{N}_-]+$/u, {
    error: '快捷码只用文字、字母、数字和短横',
  }),
  text: text('内容', { min: 1, max: 1_000 }),
  /** 1: for the person alone. */
  is_own: flag('仅自己使用').default(0),
});
export type CannedValues = z.output<typeof cannedInput>;

export const canned = z.object({
  id: z.number().int(),
  shortcut: z.string(),
  /** With fields: {公司}, {订单号}, {客服}, {商家}. */
  text: z.string(),
  is_own: flagOut,
});
export const cannedList = z.object({ list: z.array(canned) });
export type CannedList = z.infer<typeof cannedList>;

export const chatFiguresInput = z.object({ from: freeDay('开始日期'), to: freeDay('结束日期') });
export type ChatFiguresValues = z.output<typeof chatFiguresInput>;

export const chatWordInput = z.object({
  word: text('敏感词', { min: 2, max: 50 }),
  action: z.enum(allWordActions, { error: '请选择处理方式' }),
});
export type ChatWordValues = z.output<typeof chatWordInput>;

const chatFigure = z.object({
  /** Name of the person, or the day. */
  key: z.string(),
  inquiries: z.number().int(),
  /** Median seconds within service hours to the first answer by a person; null without one. */
  first_answer: z.number().int().nullable(),
  /** Share within the promised time, percent. */
  in_time: z.number().int().nullable(),
  /** Median seconds to the end. */
  resolution: z.number().int().nullable(),
  rated: z.number().int(),
  /** Mean of the stars with one decimal; null without one. */
  stars: z.number().nullable(),
});
export type ChatFigure = z.infer<typeof chatFigure>;

export const chatFigures = z.object({
  from: z.string(),
  to: z.string(),
  total: chatFigure,
  people: z.array(chatFigure),
  days: z.array(chatFigure),
});
export type ChatFigures = z.infer<typeof chatFigures>;

/** A record of a talk: one JSON object a line, with the digest of its bytes. */
export const chatExport = z.object({
  name: z.string(),
  content: z.string(),
  sha256: z.string(),
  messages: z.number().int(),
});
export type ChatExport = z.infer<typeof chatExport>;
