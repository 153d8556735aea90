/**
 * A Merkle tree over leaves in order (RFC 6962, 2.1). Its root names all of them, and a path of neighbours proves one leaf
 * and tells nothing of the others. Hashes are SHA-256, written in lower-case hexadecimal.
 */
import { must } from './must.ts';

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The levels of a tree, from its leaves' hashes to its root. */
export type MerkleTree = readonly (readonly Uint8Array[])[];

/** Leaves and nodes begin with different bytes, so that no node passes for a leaf. */
const leafByte = 0;
const nodeByte = 1;

/** The hash of a leaf: of a text as UTF-8. */
export function leafOf(sha256: Sha256, text: string): Uint8Array {
  return sha256(joined([Uint8Array.of(leafByte), new TextEncoder().encode(text)]));
}

function nodeOf(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined([Uint8Array.of(nodeByte), left, right]));
}

/**
 * Grows the tree of hashed leaves, and yields where a server may pause. The last node of an odd level goes up as it is.
 * Throws RangeError without a leaf.
 */
export function* growTree(sha256: Sha256, leaves: readonly Uint8Array[]): Generator<void, MerkleTree> {
  if (leaves.length === 0) throw new RangeError('a tree without leaves');
  let level = leaves;
  const levels = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (const [at, left] of level.entries()) {
      if (at % 2 === 1) continue;
      const right = level[at + 1];
      above.push(right ? nodeOf(sha256, left, right) : left);
      if (at % 1_000 === 0) yield;
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

/** The same at once. */
export function treeOf(sha256: Sha256, leaves: readonly Uint8Array[]): MerkleTree {
  const steps = growTree(sha256, leaves);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function rootOf(tree: MerkleTree): string {
  return hexOf(must(tree.at(-1)?.[0], 'the root of a tree'));
}

/** What leads from a leaf to the root: the neighbour of each level, from below. */
export function pathOf(tree: MerkleTree, leaf: number): string[] {
  const path: string[] = [];
  for (const [height, level] of tree.entries()) {
    const beside = level[Math.floor(leaf / 2 ** height) ^ 1];
    if (level.length > 1 && beside) path.push(hexOf(beside));
  }
  return path;
}

/** A leaf's place (from 0) among so many, its hash, and its path. */
export interface Placed {
  at: number;
  leaves: number;
  leaf: Uint8Array;
  path: readonly string[];
}

/** The root that a path leads to; null for a place or a path that no tree of so many leaves has. */
export function rootFrom(sha256: Sha256, { at: place, leaves, leaf, path }: Placed): string | null {
  if (!Number.isSafeInteger(place) || place < 0 || place >= leaves) return null;
  let node = leaf;
  let at = place;
  let used = 0;
  for (let width = leaves; width > 1; width = Math.ceil(width / 2)) {
    const isAlone = at === width - 1 && width % 2 === 1;
    if (!isAlone) {
      const beside = bytesOf(path[used] ?? '');
      if (beside === null) return null;
      node = at % 2 === 0 ? nodeOf(sha256, node, beside) : nodeOf(sha256, beside, node);
      used += 1;
    }
    at = Math.floor(at / 2);
  }
  return used === path.length ? hexOf(node) : null;
}

export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** The bytes of a hash of 32 bytes; null for another text. */
export function bytesOf(hex: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
