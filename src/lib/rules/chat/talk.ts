/** States of talks and messages (rules 21). */
import { keysOf } from '../terms/keys.ts';

const states = { new: '尚未咨询', waiting: '等待接入', open: '接待中', closed: '已结束' } as const;
export type TalkState = keyof typeof states;
export const talkStates = keysOf(states);

export function talkStateText(state: TalkState): string {
  return states[state];
}

/** Facts of the last inquiry of a talk; null where there was none. */
export interface InquiryFacts {
  staffId: number | null;
  isClosed: boolean;
}

export function talkState(inquiry: InquiryFacts | null): TalkState {
  if (inquiry === null) return 'new';
  if (inquiry.isClosed) return 'closed';
  return inquiry.staffId === null ? 'waiting' : 'open';
}

/** Senders of messages. auto: an answer from the help · system: a notice about the talk. */
export const senderKinds = ['buyer', 'staff', 'auto', 'system'] as const;
export type SenderKind = (typeof senderKinds)[number];

/** held: a sensitive word stops it until the platform has looked; refused: it was stopped for good. */
export const messageStates = ['sent', 'recalled', 'held', 'refused'] as const;

export const queueTabs = ['mine', 'waiting', 'all', 'closed'] as const;
export type QueueTab = (typeof queueTabs)[number];

/** Stars of a rating. */
export const stars = { least: 1, most: 5 } as const;

/** message: a new one · change: one was recalled, passed or refused · read: a mark · state: assigned, closed, rated. */
export const eventKinds = ['message', 'change', 'read', 'state'] as const;
export type EventKind = (typeof eventKinds)[number];

export const chatSides = ['buyer', 'staff'] as const;
export type ChatSide = (typeof chatSides)[number];

/** The platform's service as people read it. */
export const platformName = '平台客服';
