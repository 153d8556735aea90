/** The proof of an order's record: a file that is checked against the published root of its day, without the server. */
import { leafOf, rootFrom, type Sha256 } from '../terms/merkle.ts';
import type { Plain } from './canonical.ts';
import { leafText, type OrderFlow } from './flow.ts';

export const proofKind = 'yaopi-order-flow';

export interface FlowProof {
  kind: typeof proofKind;
  /** The Shanghai day whose root it leads to. */
  day: string;
  /** Its place among the leaves of the day, from 0. */
  at: number;
  leaves: number;
  salt: string;
  flow: OrderFlow;
  path: readonly string[];
}

/** What is published of a day. */
export interface FlowRoot {
  day: string;
  root: string;
  leaves: number;
}

/** Whether the record of a proof is under the published root of its day. A changed record leads to another root. */
export function isProven(
  sha256: Sha256,
  { day, at, leaves, salt, flow, path }: FlowProof,
  published: FlowRoot,
): boolean {
  if (day !== published.day || leaves !== published.leaves) return false;
  try {
    return (
      rootFrom(sha256, { at, leaves, leaf: leafOf(sha256, leafText(day, salt, flow)), path }) ===
      published.root
    );
  } catch {
    // A record with an amount that is no whole number has no leaf.
    return false;
  }
}

/** A proof as its file has it; null for any other text. Its record is checked by the hash alone. */
export function readProof(text: string): FlowProof | null {
  try {
    const read: unknown = JSON.parse(text);
    return isProof(read) ? read : null;
  } catch {
    return null;
  }
}

function isProof(read: unknown): read is FlowProof {
  if (!isObject(read)) return false;
  const { kind, day, at, leaves, salt, flow, path } = read;
  return (
    kind === proofKind &&
    typeof day === 'string' &&
    typeof at === 'number' &&
    typeof leaves === 'number' &&
    typeof salt === 'string' &&
    Array.isArray(path) &&
    path.every((hash) => typeof hash === 'string') &&
    isObject(flow) &&
    isFlow(flow)
  );
}

function isFlow({ order, paidAt, lines, invoices, ledger, payment }: { [key: string]: Plain }): boolean {
  const isList = (value: Plain | undefined) => Array.isArray(value) && value.every((one) => isObject(one));
  const hasLots = Array.isArray(lines) && lines.every((line: unknown) => isObject(line) && isList(line.lots));
  return (
    typeof order === 'string' &&
    typeof paidAt === 'string' &&
    hasLots &&
    isList(invoices) &&
    isObject(ledger) &&
    isObject(payment)
  );
}

function isObject(value: unknown): value is { [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
