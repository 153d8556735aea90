/** The proof of an order for its own company or merchant: its record, and the way to the published root (rules 4). */
import { LRUCache } from 'lru-cache';
import type { OrderFlow } from '#lib/rules/flows/flow.ts';
import { type FlowProof, proofKind } from '#lib/rules/flows/proof.ts';
import { type MerkleTree, pathOf } from '#lib/rules/terms/merkle.ts';
import type { Db } from '../db/client.ts';
import { treeOfHashes } from './prove.ts';
import { findProofRow, listLeafHashes, type OrderOwner } from './rows.ts';

/** Trees by their roots: a root is of one tree alone. */
const trees = new LRUCache<string, MerkleTree>({ max: 4 });

/** The name of its file, also in a receiving package. */
export const proofFile = '四流证明.json';

/** The newest proof of an order; null for another owner's, and before its first night. */
export async function findProof(db: Db, no: string, owner: OrderOwner): Promise<FlowProof | null> {
  const row = await findProofRow(db, no, owner);
  if (row === null) return null;
  const { day, at, salt, body, root, leaves } = row;
  let tree = trees.get(root);
  if (tree === undefined) {
    tree = await treeOfHashes(await listLeafHashes(db, day));
    trees.set(root, tree);
  }
  // Written by `flowText`.
  const flow: OrderFlow = JSON.parse(body);
  return { kind: proofKind, day, at, leaves, salt, flow, path: pathOf(tree, at) };
}

/** The proof as its file has it. */
export function proofText(proof: FlowProof): string {
  return `${JSON.stringify(proof, null, 2)}\n`;
}
