/**
 * The order of a long list, and places in it: a page begins behind the last row of the one before, and not after so many
 * rows. A place is the text of each sorted column as the database writes it (a Date would lose microseconds, and rows
 * with it), in an opaque, checked word of an address.
 */
import { findDay } from '../terms/activity-time.ts';

/** The values of a sorted column, as far as its place in a cursor has to be checked. */
export type SortKind = 'text' | 'whole' | 'moment' | 'day' | 'yes';

export interface SortColumn {
  name: string;
  kind: SortKind;
  /** Rows without a value come last, in both directions. */
  isNullable?: boolean;
}

export interface SortKey extends SortColumn {
  isDescending: boolean;
}

/** Columns that a person may sort by at once, the key not counted. */
export const mostSorted = 3;

/**
 * The order of a text (`-paidAt,company`), by columns of `allowed`. The last column is always `key`, which is unique and
 * never null: the order is total. Null for an unknown column, one named twice, and too many.
 */
export function parseSort(
  text: string,
  allowed: readonly SortColumn[],
  key: SortColumn,
): readonly SortKey[] | null {
  const words = text === '' ? [] : text.split(',');
  const sort: SortKey[] = [];
  for (const word of words) {
    const name = word.replace(/^-/, '');
    const column = name === key.name ? key : allowed.find((one) => one.name === name);
    if (column === undefined || sort.some((one) => one.name === name)) return null;
    sort.push({ ...column, isDescending: word.startsWith('-') });
  }
  if (sort.filter(({ name }) => name !== key.name).length > mostSorted) return null;
  // Behind the key nothing is left to be sorted.
  const at = sort.findIndex(({ name }) => name === key.name);
  if (at >= 0) return sort.slice(0, at + 1);
  // The key goes the way of the column before it: one range of an index.
  return [...sort, { ...key, isDescending: sort.at(-1)?.isDescending ?? false }];
}

/** The order as its text, with the key. */
export function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',');
}

/** A column's text in the row at the place; null where it has no value. */
export type PlaceValues = readonly (string | null)[];

const version = 1;
/** Characters of a value, and of a cursor. */
const longestValue = 500;
const longestCursor = 6_000;

/** The place behind (or before) a row. Throws RangeError for values that are not those of the order. */
export function encodeCursor(sort: readonly SortKey[], values: PlaceValues): string {
  if (!isPlace(sort, values)) throw new RangeError(`not a place of ${sortText(sort)}`);
  const bytes = new TextEncoder().encode(JSON.stringify([version, sortText(sort), ...values]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The place of a cursor of this order; null for anything else: of another order, cut, or made by hand. */
export function readCursor(sort: readonly SortKey[], cursor: string): PlaceValues | null {
  if (cursor.length > longestCursor || !/^[\w-]+$/.test(cursor)) return null;
  const found = parse(cursor);
  if (!Array.isArray(found)) return null;
  const [made, order, ...values]: unknown[] = found;
  if (made !== version || order !== sortText(sort)) return null;
  return values.every((value) => value === null || typeof value === 'string') && isPlace(sort, values)
    ? values
    : null;
}

function parse(cursor: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function isPlace(sort: readonly SortKey[], values: PlaceValues): boolean {
  return (
    values.length === sort.length &&
    sort.every(({ kind, isNullable = false }, at) => {
      const value = values[at];
      return value === null || value === undefined ? value === null && isNullable : fits[kind](value);
    })
  );
}

/** Texts that the database takes as such a value: anything else would be an error of its own. */
const fits: Record<SortKind, (text: string) => boolean> = {
  text: (text) => text.length <= longestValue && !text.includes('\0') && text.isWellFormed(),
  // Within eight bytes; a comparison with a column of four is right.
  whole: (text) => /^-?\d{1,18}$/.test(text),
  moment: isMoment,
  day: (text) => findDay(text) !== null,
  yes: (text) => text === 'true' || text === 'false',
};

/** 2026-11-21 09:05:07.123456+08, as PostgreSQL writes a moment. */
const writtenMoment =
  /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

function isMoment(text: string): boolean {
  const [, day = ''] = writtenMoment.exec(text) ?? [];
  return findDay(day) !== null;
}

/** One comparison of a column: with its value at the place, or with no value. */
export interface Term {
  column: string;
  is: '=' | '<' | '>' | 'null' | 'not null';
  /** For `=`, `<` and `>`. */
  value: string | null;
}

/**
 * The rows behind a place, or before it: those that fit all terms of one of the branches. Disjoint, so that they may be
 * read one by one in the order of the list.
 */
export function branchesOf(
  sort: readonly SortKey[],
  values: PlaceValues,
  way: 'after' | 'before',
): readonly (readonly Term[])[] {
  const branches: Term[][] = [];
  const equal: Term[] = [];
  for (const [at, key] of sort.entries()) {
    const value = values[at] ?? null;
    for (const term of beyond(key, value, way)) branches.push([...equal, term]);
    equal.push(
      value === null ? { column: key.name, is: 'null', value: null } : { column: key.name, is: '=', value },
    );
  }
  // Nearest rows first: those equal in most columns.
  return branches.reverse();
}

function beyond(
  { name: column, isDescending, isNullable = false }: SortKey,
  value: string | null,
  way: 'after' | 'before',
): Term[] {
  // Without a value it is last: nothing is behind it, and everything else before it.
  if (value === null) return way === 'after' ? [] : [{ column, is: 'not null', value: null }];
  const compared: Term = { column, is: (way === 'after') === isDescending ? '<' : '>', value };
  return way === 'after' && isNullable ? [{ column, is: 'null', value: null }, compared] : [compared];
}

/** True where the order is one comparison of whole rows, `(a, b) < (x, y)`, and one range of an index. */
export function isOneRange(sort: readonly SortKey[]): boolean {
  return sort.every(
    ({ isNullable = false, isDescending }) => !isNullable && isDescending === sort[0]?.isDescending,
  );
}
