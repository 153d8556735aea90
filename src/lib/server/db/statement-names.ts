/**
 * Names for statements that come again: under a name a connection parses a statement once and may keep its plan. The
 * text is the statement, so what is built anew for each request gets the same name.
 */
import { LRUCache } from 'lru-cache';

/** How often a text comes before it gets a name: what has a list of its own length in it may never come again. */
const often = 5;
/** Names given at most; each connection of the database keeps as many plans. */
const most = 400;

const counts = new LRUCache<string, number>({ max: 2_000 });
const names = new Map<string, string>();

/** The name of a statement that changes or reads rows, once it has come often; else undefined. */
export function nameOf(text: string): string | undefined {
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
