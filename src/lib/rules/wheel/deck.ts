/**
 * The sealed deck of a wheel (rules 6): as many tickets as there are chances, each with one prize, so that stock cannot
 * be exceeded and the odds are exact. The deck's root is published before the wheel opens. Hashes are SHA-256, texts are
 * UTF-8, and a hash is written in hexadecimal.
 */

import { leafOf, type MerkleTree, rootFrom, type Sha256, treeOf } from '../terms/merkle.ts';

/** The hash functions of the process: those of the server, or those of the page that checks a draw. */
export interface Hashes {
  sha256: Sha256;
  hmac: (key: Uint8Array, bytes: Uint8Array) => Uint8Array;
}

/** So many tickets in a row with one prize. A later version of the wheel appends parts and changes none. */
export interface DeckPart {
  prizeId: number;
  count: number;
}
export type Deck = readonly DeckPart[];

export function ticketsOf(deck: Deck): number {
  return deck.reduce((sum, { count }) => sum + count, 0);
}

/** The prize of a ticket, counted from 0. Throws RangeError for a ticket that is not in the deck. */
export function prizeOf(deck: Deck, ticket: number): number {
  let end = 0;
  for (const { prizeId, count } of deck) {
    end += count;
    if (ticket >= 0 && ticket < end) return prizeId;
  }
  throw new RangeError(`no ticket ${ticket} among ${end}`);
}

/** The tree of a deck with a ticket at least: a leaf is its number and its prize. */
export function deckTree({ sha256 }: Hashes, deck: Deck): MerkleTree {
  const leaves: Uint8Array[] = [];
  for (const { prizeId, count } of deck)
    for (let at = 0; at < count; at += 1) leaves.push(ticketLeaf(sha256, leaves.length, prizeId));
  return treeOf(sha256, leaves);
}

/** Whether a ticket with this prize is in the deck of this root and size. */
export function isInDeck(
  { sha256 }: Hashes,
  { root, tickets }: { root: string; tickets: number },
  { ticket, prizeId, path }: { ticket: number; prizeId: number; path: readonly string[] },
): boolean {
  const leaf = ticketLeaf(sha256, ticket, prizeId);
  return rootFrom(sha256, { at: ticket, leaves: tickets, leaf, path }) === root;
}

function ticketLeaf(sha256: Sha256, ticket: number, prizeId: number): Uint8Array {
  return leafOf(sha256, `${ticket}:${prizeId}`);
}
