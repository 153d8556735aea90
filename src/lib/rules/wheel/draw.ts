/**
 * One draw from the sealed deck of a wheel (rules 6). The server's secret seed, the buyer's seed and the number of the
 * draw decide it; the hash of the secret is published before, the secret itself after the wheel has closed.
 */

import { bytesOf, hexOf, rootOf } from '../terms/merkle.ts';
import { type Deck, deckTree, type Hashes, isInDeck, prizeOf, ticketsOf } from './deck.ts';

/** Numbers of 48 bits: exact in a double, and far more than tickets. */
const numberBytes = 6;
const numbers = 2 ** (8 * numberBytes);

/** What decides a draw; `seq` counts the draws of a wheel from 1. */
export interface DrawSeeds {
  /** The buyer's part: letters, digits and - up to 64. */
  buyerSeed: string;
  seq: number;
}

/**
 * The place of the drawn ticket among so many that are left, all with equal odds: a number above the last multiple of
 * `left` is discarded, and the next round decides. Throws RangeError where none is left.
 */
export function drawnPlace(
  { hmac }: Hashes,
  secret: Uint8Array,
  { buyerSeed, seq }: DrawSeeds,
  left: number,
): number {
  if (!Number.isSafeInteger(left) || left < 1) throw new RangeError(`a draw from ${left} tickets`);
  const limit = numbers - (numbers % left);
  for (let round = 0; ; round += 1) {
    const bytes = hmac(secret, new TextEncoder().encode(`${buyerSeed}:${seq}:${round}`));
    let number = 0;
    for (const byte of bytes.subarray(0, numberBytes)) number = number * 256 + byte;
    if (number < limit) return number % left;
  }
}

/**
 * The tickets that are left are places from 0. The ticket of a taken place goes, and the ticket of the last place moves
 * there: a place that is not in `moved` has the ticket of its own number.
 */
export interface Taken {
  ticket: number;
  /** The ticket that stands at the taken place from now on; null where the last place was taken. */
  moved: number | null;
}

/** Takes the ticket of a place among `left`. `ticketAt` is the ticket that was moved to a place, if one was. */
export function takePlace(
  ticketAt: (place: number) => number | undefined,
  place: number,
  left: number,
): Taken {
  const ticket = ticketAt(place) ?? place;
  const last = left - 1;
  return { ticket, moved: place === last ? null : (ticketAt(last) ?? last) };
}

/** What a buyer is answered and can check at once: the ticket is in the deck whose root was published. */
export interface Receipt extends DrawSeeds {
  root: string;
  tickets: number;
  ticket: number;
  prizeId: number;
  path: readonly string[];
}

export function isReceiptTrue(hashes: Hashes, receipt: Receipt): boolean {
  return isInDeck(hashes, receipt, receipt);
}

/** What is published when a wheel has closed. */
export interface Published {
  /** The secret and its hash, in hexadecimal. */
  secret: string;
  secretHash: string;
  /** The decks of the versions, the first one first; each from its draw on. */
  versions: readonly { fromSeq: number; deck: Deck; root: string }[];
  /** All draws in their order. */
  draws: readonly (DrawSeeds & { ticket: number; prizeId: number })[];
}

/** What does not agree in what was published: nothing, or the first fault. */
export type Fault =
  | { kind: 'secret' | 'no_version' }
  | { kind: 'root' | 'appended'; version: number }
  | { kind: 'order' | 'too_many' | 'ticket' | 'prize'; seq: number };

/** Plays a closed wheel again: secret, roots, and each draw in its order. Null where all agrees. */
export function faultOf(hashes: Hashes, { secret, secretHash, versions, draws }: Published): Fault | null {
  const key = bytesOf(secret);
  if (key === null || hexOf(hashes.sha256(key)) !== secretHash) return { kind: 'secret' };
  const fault = faultOfVersions(hashes, versions);
  if (fault) return fault;
  const moved = new Map<number, number>();
  let version = -1;
  let deck: Deck = [];
  let tickets = 0;
  for (const [at, draw] of draws.entries()) {
    const { seq } = draw;
    if (seq !== at + 1) return { kind: 'order', seq };
    for (let next = versions[version + 1]; next && next.fromSeq <= seq; next = versions[version + 1]) {
      version += 1;
      ({ deck } = next);
      tickets = appendTickets(moved, tickets, ticketsOf(deck), at);
    }
    const left = tickets - at;
    if (left < 1) return { kind: 'too_many', seq };
    const place = drawnPlace(hashes, key, draw, left);
    const taken = takePlace((one) => moved.get(one), place, left);
    if (taken.ticket !== draw.ticket) return { kind: 'ticket', seq };
    if (prizeOf(deck, draw.ticket) !== draw.prizeId) return { kind: 'prize', seq };
    moved.delete(left - 1);
    if (taken.moved !== null) moved.set(place, taken.moved);
  }
  return null;
}

/**
 * The tickets of a later version stand behind those that are left: their places are lower than their numbers by what
 * was drawn before. Answers the new number of tickets.
 */
export function appendTickets(
  moved: Map<number, number>,
  before: number,
  after: number,
  drawn: number,
): number {
  if (drawn > 0) for (let ticket = before; ticket < after; ticket += 1) moved.set(ticket - drawn, ticket);
  return after;
}

function faultOfVersions(hashes: Hashes, versions: Published['versions']): Fault | null {
  if (versions[0]?.fromSeq !== 1) return { kind: 'no_version' };
  for (const [version, { deck, root }] of versions.entries()) {
    const before = versions[version - 1]?.deck ?? [];
    const isAppended = before.every(
      ({ prizeId, count }, at) => deck[at]?.prizeId === prizeId && deck[at]?.count === count,
    );
    if (!isAppended) return { kind: 'appended', version };
    if (rootOf(deckTree(hashes, deck)) !== root) return { kind: 'root', version };
  }
  return null;
}
