/**
 * Names for repeated statements: under a name a connection parses a statement once and may cache its plan. The text
 * identifies the statement, so one that is built again for each request gets the same name.
 */
import { LRUCache } from 'lru-cache';
import { isWithout } from '../core/process/env.ts';

/** Uses of a text before it gets a name: a text that contains a list of varying length may never recur. */
const often = 5;
/** Most names; each database connection caches as many plans. */
const most = 400;

const counts = new LRUCache<string, number>({ max: 2_000 });
const names = new Map<string, string>();

/** The name of a statement that changes or reads rows, after enough uses; else undefined. */
export function nameOf(text: string): string | undefined {
  if (isWithout('statement-names')) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= most || !/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return undefined;
  const count = (counts.get(text) ?? 0) + 1;
  counts.set(text, count);
  if (count < often) return undefined;
  counts.delete(text);
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
