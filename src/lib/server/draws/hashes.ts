/** The hash functions of wheels (rules/wheel/deck.ts), and the trees of their decks, which are kept in memory. */
import { createHmac } from 'node:crypto';
import type { MerkleTree } from '#lib/rules/terms/merkle.ts';
import { type Deck, deckTree, type Hashes } from '#lib/rules/wheel/deck.ts';
import { sha256 } from '../core/sha256.ts';

export const hashes: Hashes = {
  sha256,
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
};

interface Kept {
  deck: Deck;
  tree: MerkleTree;
}

/** Decks by their roots: a root is of one deck alone. */
const kept = new Map<string, Kept>();
const mostKept = 6;

/** The deck of a root with its tree; `read` is asked for a deck that is not in memory. */
export async function treeOf(root: string, read: () => Promise<Deck>): Promise<Kept> {
  const known = kept.get(root);
  if (known) return known;
  const deck = await read();
  const made = { deck, tree: deckTree(hashes, deck) };
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(root, made);
  return made;
}
