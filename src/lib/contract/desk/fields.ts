/**
 * Kinds of columns, search boxes and fields of acts, from which a list of the desks is declared (./list.ts). All of it is
 * plain data: a page passes it to the browser, and no schema goes with it.
 */
import type { Side } from '#lib/rules/companies/staff.ts';
import type { RoutePath } from '../routes.ts';

/** What a cell holds, as the wire writes it. A missing text, day, moment or amount is an empty text. */
export interface CellTypes {
  text: string;
  /** A key of `words`. */
  word: string;
  /** ISO 8601, UTC. */
  moment: string;
  /** A day in Shanghai, `2026-11-21`. */
  day: string;
  /** Yuan with two decimals. */
  money: string;
  number: number | null;
  flag: 0 | 1;
}
export type ColumnKind = keyof CellTypes;

/** Texts by their keys. */
export type Words = Readonly<Record<string, string>>;

interface ColumnOptions {
  /** Names its row: the row's head, frozen at the side, and the title of a folded row. */
  isTitle?: boolean;
  /** For a title whose texts differ much in length: a fixed width, or the table moves while its rows arrive. */
  isLong?: boolean;
  /** Part of the row for acts and own cells; never a column of the table or the file. */
  isHidden?: boolean;
  /** Not shown until a person chooses it; in the file only then. */
  isOptional?: boolean;
  /** A person may sort by it. Its SQL has an index where the table is long. */
  isSortable?: boolean;
  /** It may have no value, and is sorted: rows without one come last. */
  isNullable?: boolean;
  /** Its sum over all that was found is shown below the rows. */
  isSummed?: boolean;
  /** A button copies it. */
  isCopied?: boolean;
  /** Shown behind a number: 天. */
  unit?: string;
  /** An amount with its sign, `+¥12.00`. */
  isSigned?: boolean;
  /** For the people of this side alone; nothing in it may be secret, as hidden columns stay in the row. */
  side?: Side;
  /**
   * Address of the value: the page, the place on it with parts like the page's (`row-[id]`), and the columns that fill the
   * parts. Without a value in them there is no link.
   */
  link?: { page: RoutePath; place?: string; by: Readonly<Record<string, string>> };
  words?: Words;
}

export interface Column<K extends ColumnKind = ColumnKind> extends ColumnOptions {
  kind: K;
  head: string;
}

export function text(head: string, options: ColumnOptions = {}): Column<'text'> {
  return { kind: 'text', head, ...options };
}
/** A key whose text is in `words`; an unknown key is shown as it is. */
export function word(head: string, words: Words, options: ColumnOptions = {}): Column<'word'> {
  return { kind: 'word', head, words, ...options };
}
export function moment(head: string, options: ColumnOptions = {}): Column<'moment'> {
  return { kind: 'moment', head, ...options };
}
export function day(head: string, options: ColumnOptions = {}): Column<'day'> {
  return { kind: 'day', head, ...options };
}
/** The SQL of it is fen. */
export function money(head: string, options: ColumnOptions = {}): Column<'money'> {
  return { kind: 'money', head, ...options };
}
export function number(head: string, options: ColumnOptions = {}): Column<'number'> {
  return { kind: 'number', head, ...options };
}
export function flag(head: string, options: ColumnOptions = {}): Column<'flag'> {
  return { kind: 'flag', head, ...options };
}

/**
 * part: texts that contain it · whole: equal ones · choice: a key of `words` · amount: yuan, equal ones · from, to: first
 * and last day in Shanghai.
 */
export type FilterKind = 'part' | 'whole' | 'choice' | 'amount' | 'from' | 'to';

/** A box of the search. Its name is the name in the address. */
export interface Filter {
  kind: FilterKind;
  label: string;
  /** The column that it is compared with; without one the list's rows file says how. */
  column?: string;
  /** Characters at most. */
  max: number;
  words?: Words;
  /** Text of the choice of none. */
  all?: string;
  /** The choice of an address without one; none is `all` there. */
  initially?: string;
  /** For the people of this side alone. */
  side?: Side;
  /** A scanner types into it: control characters, by which it parts values, stay. */
  isScanned?: boolean;
}

export function part(
  label: string,
  column?: string,
  max = 100,
  options: Pick<Filter, 'side' | 'isScanned'> = {},
): Filter {
  return { kind: 'part', label, max, ...(column !== undefined && { column }), ...options };
}
export function whole(label: string, column?: string, max = 100): Filter {
  return { kind: 'whole', label, max, ...(column !== undefined && { column }) };
}
export function choice(
  label: string,
  words: Words,
  options: Pick<Filter, 'column' | 'all' | 'initially'> = {},
): Filter {
  return { kind: 'choice', label, max: 60, words, ...options };
}
export function amount(label: string, column: string): Filter {
  return { kind: 'amount', label, max: 15, column };
}
export function fromDay(label: string, column?: string): Filter {
  return { kind: 'from', label, max: 10, ...(column !== undefined && { column }) };
}
export function toDay(label: string, column?: string): Filter {
  return { kind: 'to', label, max: 10, ...(column !== undefined && { column }) };
}

/**
 * A box of an act's dialog; all are sent as text. goods: an item of the shop, found by name; its number is sent. day:
 * 2026-12-31. choice: a key of `words`, the first at first.
 */
export interface ActField {
  kind: 'line' | 'lines' | 'goods' | 'day' | 'choice';
  label: string;
  min: number;
  max: number;
  hint?: string;
  words?: Words;
}

/** One line; with `min` 0 it may be left out. */
export function line(label: string, max: number, min = 1): ActField {
  return { kind: 'line', label, min, max };
}
/** Several lines. */
export function lines(label: string, max: number, min = 1): ActField {
  return { kind: 'lines', label, min, max };
}
/** The box of an act that wants a reason; `readBy` says who else reads it: 企业会看到. */
export function reasonBox(readBy: true | string): ActField {
  return lines(readBy === true ? '原因' : `原因（${readBy}）`, 200, 2);
}
/** An item of the shop, or none. */
export function goods(label: string, hint: string): ActField {
  return { kind: 'goods', label, min: 0, max: 10, hint };
}
/** A day, or none. */
export function anyDay(label: string, hint: string): ActField {
  return { kind: 'day', label, min: 0, max: 10, hint };
}
/** One of some keys; the use case is given one of them. */
export function select<W extends Words>(label: string, words: W): Omit<ActField, 'words'> & { words: W } {
  return { kind: 'choice', label, min: 1, max: 60, words };
}
