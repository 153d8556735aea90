/**
 * Live news for a browser (`GET /api/events`): only that something of its company changed, never what. A page then
 * makes the call for the data.
 */
import type { ChatSide, EventKind } from '#lib/rules/chat/talk.ts';

/** message: a new or read message · order: an order moved · cart: the cart of this user changed. */
export const newsKinds = ['message', 'order', 'cart'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Live news for an open desk (`GET /api/desk/events`): work: orders, cases or notices of its side changed. */
export const deskNewsKinds = ['work'] as const;
export type DeskNewsKind = (typeof deskNewsKinds)[number];

/** hello: the stream is open · beat: it still is · bye: it was closed by the server. */
export type StreamSignal = 'hello' | 'beat' | 'bye';

/** The data of `hello`, in milliseconds. */
export interface Hello {
  /** Without a sign for much longer than this the stream is dead. */
  beat: number;
}

/** The data of `bye`: reconnect after `after` milliseconds. */
export interface Bye {
  after: number;
}

/**
 * chat: something happened in a talk · chat_here: from this position on · chat_reload: the position is unknown or too far behind, ask for everything again.
 * Both have the position as `id:`; `chat` has {@link ChatNews} as data. Typing has no position.
 */
export const chatSignals = ['chat', 'chat_here', 'chat_reload'] as const;
export type ChatSignal = (typeof chatSignals)[number];

/** Signs of the other side that are in no table. */
export const signKinds = ['typing', 'viewing'] as const;
export type SignKind = (typeof signKinds)[number];

/** A pointer: what it says is read by the calls of chat. */
export interface ChatNews {
  talk: number;
  what: EventKind | SignKind;
  /** Of a message and of a mark; 0 of the others. */
  seq: number;
  /** The side that it comes from. */
  side: ChatSide;
  /** Who types or looks; empty of the others. */
  name: string;
}
