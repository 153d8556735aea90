/** Talks and messages on the wire, the same for the shop and the desks. */
import { z } from 'zod';
import { messageStates, senderKinds, talkStates } from '#lib/rules/chat/talk.ts';
import { messageText } from '#lib/rules/chat/text.ts';
import { flag, flagOut, freeText, id, text, upTo, whole } from '../fields.ts';
import { fileWire } from '../files.ts';
import { cardInput, chatCard } from './cards.ts';
import { chatPageSize, maxChatFiles, maxChatSearch } from './limits.ts';

/** The highest number of a message. */
export const maxSeq = 2_147_483_647;
const talkId = id('会话');
export const seq = (label = '消息') => whole(label, 1, maxSeq);

export const talkInput = z.object({ id: talkId });
export type TalkValues = z.output<typeof talkInput>;

/**
 * A page of history: the newest without a bound, older ones `before` a number, later ones `after` one (what a reader
 * lacks). `around` is a search's hit with its neighbours.
 */
export const messagesOfTalkInput = z.object({
  id: talkId,
  before: seq().optional(),
  after: whole('消息', 0, maxSeq).optional(),
  around: seq().optional(),
  size: whole('每页条数', 1, 100).default(chatPageSize),
});
export type MessagesOfTalkValues = z.output<typeof messagesOfTalkInput>;

/** One of text, files and card, or text with files. */
export const sendInput = z.object({
  id: talkId,
  /** Made by the sender: the same again is answered with the same message. */
  client_id: text('消息编号', { min: 8, max: 64 }),
  /** Normalised here, measured by rules/chat/text: a longer text is refused with a sentence. */
  text: z.string({ error: '请填写消息' }).transform(messageText).default(''),
  /** Ids answered by the upload of this talk. */
  file_ids: upTo(maxChatFiles, id('文件'), {
    error: '文件不正确',
    tooMany: `一条消息最多${maxChatFiles}个文件`,
  }).default([]),
  card: cardInput.optional(),
  /** The number of the message that is quoted. */
  quote: seq('引用的消息').optional(),
});
export type SendValues = z.output<typeof sendInput>;
export type SendInput = z.input<typeof sendInput>;

export const numberedInput = z.object({ id: talkId, seq: seq() });
export type NumberedValues = z.output<typeof numberedInput>;

export const typingInput = z.object({ id: talkId, is_typing: flag('正在输入').default(1) });
export type TypingValues = z.output<typeof typingInput>;

export const chatSearchInput = z.object({
  word: text('搜索内容', { min: 1, max: maxChatSearch }),
  /** 0: in all talks of the reader. */
  talk: id('会话', 0).default(0),
  /** Opaque: `next` of the answer before. */
  after: freeText('位置', 60),
});
export type ChatSearchValues = z.output<typeof chatSearchInput>;

export const chatFile = fileWire
  .pick({ id: true, kind: true, name: true, bytes: true, width: true, height: true })
  .extend({
    /** Of a picture, in the size of a talk; of a document its first page. */
    url: z.string(),
    /** The picture in full, or the document. */
    full_url: z.string(),
  });
export type ChatFile = z.infer<typeof chatFile>;

export const chatMessage = z.object({
  seq: z.number().int(),
  /** Of the reader's own messages; empty in all others. */
  client_id: z.string(),
  at: z.iso.datetime(),
  /** buyer, staff, auto (自动回复), system (接入, 转接…). */
  sender: z.enum(senderKinds),
  /** A colleague's name in one's own company; 客服 and a name at the other side. */
  name: z.string(),
  is_mine: flagOut,
  /** sent; recalled: nothing below is filled; held: waits for review, filled for its author alone; refused: the same. */
  state: z.enum(messageStates),
  /** Plain text: never HTML. */
  text: z.string(),
  files: z.array(chatFile),
  card: chatCard.nullable(),
  /** The quoted message in short; its text is empty after it was recalled. */
  quote: z.object({ seq: z.number().int(), name: z.string(), text: z.string() }).nullable(),
  /** The help page that an automatic answer was taken from. */
  source: z.object({ title: z.string(), link: z.string() }).nullable(),
  /** Until when its author may recall it; null for all others and afterwards. */
  recall_until: z.iso.datetime().nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatHistory = z.object({
  /** By ascending number. */
  list: z.array(chatMessage),
  /** The number of the talk's last message. */
  last_seq: z.number().int(),
  has_before: flagOut,
  has_after: flagOut,
  /** How far the other side has read. */
  their_read: z.number().int(),
  my_read: z.number().int(),
});
export type ChatHistory = z.infer<typeof chatHistory>;

export const readAnswer = z.object({ my_read: z.number().int(), unread: z.number().int() });
export type ReadAnswer = z.infer<typeof readAnswer>;

export const chatFound = z.object({
  list: z.array(
    z.object({
      talk: z.number().int(),
      /** The other side: the merchant or 平台客服, at a desk the company. */
      with: z.string(),
      seq: z.number().int(),
      name: z.string(),
      text: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  /** Empty at the end. */
  next: z.string(),
});
export type ChatFound = z.infer<typeof chatFound>;

/** What talks have for both sides. */
export const talkBase = z.object({
  id: z.number().int(),
  /** new: nothing was written yet · waiting: nobody has it · open · closed. */
  state: z.enum(talkStates),
  state_text: z.string(),
  last_seq: z.number().int(),
  my_read: z.number().int(),
  unread: z.number().int(),
  their_read: z.number().int(),
  /** The last message in short; null in a new talk. */
  last: z.object({ name: z.string(), text: z.string(), at: z.iso.datetime() }).nullable(),
});
