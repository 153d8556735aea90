/**
 * A place in a table whose rows carry the transaction that wrote them: everything up to it is settled, which means that
 * no row can appear before it any more.
 */
import type { Position } from './rows.ts';

/** A position as a client keeps it, with the moment at which it was given, ms. */
export interface Bookmark extends Position {
  at: number;
}

/** `1234.56.lx3k9q`: safe in a header and an address. */
export function bookmarkText({ xid, id, at }: Bookmark): string {
  return `${xid}.${id}.${Math.floor(at / 1000).toString(36)}`;
}

/** Reads {@link bookmarkText}; null for anything else. */
export function findBookmark(text: string): Bookmark | null {
  const [, xid = '', id = '', at = ''] = /^(\d{1,19})\.(\d{1,15})\.([0-9a-z]{1,8})$/.exec(text) ?? [];
  return xid === '' ? null : { xid, id: Number(id), at: Number.parseInt(at, 36) * 1000 };
}

/** Negative where the first is before the second. */
export function comparePositions(a: Position, b: Position): number {
  const [first, second] = [BigInt(a.xid), BigInt(b.xid)];
  if (first !== second) return first < second ? -1 : 1;
  return a.id - b.id;
}
