/**
 * Live news for a browser (`GET /api/events`): only that something of its company changed, never what. A page then
 * makes the call for the data.
 */

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
