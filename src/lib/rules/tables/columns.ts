/**
 * From the rows of a table to its columns: where the header is, which column is which, and what a person has to choose.
 */
import { type ColumnSpec, type NamedColumn, nameColumn, normalHead, type TableSpec } from './spec.ts';

/** Rows in which the header is looked for. */
const headRows = 10;
/** Rows examined to distinguish an unknown header from data. */
const lookedAt = 20;
const shownSamples = 3;
/** Displayed characters of a heading and of a sample. */
const shownText = 40;

export interface RawTable {
  /** Blank rows stay, so that row numbers equal the spreadsheet's. */
  rows: readonly (readonly string[])[];
  /** Cells with the text of the merged cell above, as `row:column`, from 0. */
  merged: ReadonlySet<string>;
}

/** A column of the file and its assignment. */
export interface ColumnUse {
  head: string;
  /** Its first cells below the header. */
  samples: string[];
  /** Key of the table's column; empty: it is not read. */
  key: string;
}

export interface ReadColumns {
  /** Row of the header, from 1; 0: there is none. */
  head: number;
  columns: ColumnUse[];
  /** Choices required before anything is read, in sentences. */
  questions: string[];
  /** The non-empty rows below the header; none while there are questions. */
  rows: TableRow[];
  /** There is no header and nothing was chosen: the reader takes the rows as they are. */
  isBare: boolean;
}

/** A non-empty row of a table. */
export class TableRow {
  /** Row number in the spreadsheet, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #merged: ReadonlySet<string>;

  constructor(
    at: number,
    cells: readonly string[],
    places: ReadonlyMap<string, readonly number[]>,
    merged: ReadonlySet<string>,
  ) {
    this.row = at + 1;
    this.cells = cells;
    this.#places = places;
    this.#merged = merged;
  }

  /** The cell of a column, trimmed; empty where the table lacks the column. */
  cell(key: string): string {
    for (const at of this.#places.get(key) ?? []) {
      const text = (this.cells[at] ?? '').trim();
      if (text !== '') return text;
    }
    return '';
  }

  /** The non-empty cells of a column that may occur several times. */
  all(key: string): string[] {
    return (this.#places.get(key) ?? []).map((at) => (this.cells[at] ?? '').trim()).filter(Boolean);
  }

  /** The cell is part of a merged one that begins above. */
  isMerged(key: string): boolean {
    return (this.#places.get(key) ?? []).some((at) => this.#merged.has(`${this.row - 1}:${at}`));
  }
}

/**
 * The index of the header: the first of the first non-empty rows (ten, or as the table says) that names enough columns;
 * -1 without one.
 */
export function findHead(rows: RawTable['rows'], spec: TableSpec): number {
  let filled = 0;
  for (const [at, cells] of rows.entries()) {
    if (!isFilled(cells)) continue;
    const named = cells.flatMap((cell) => nameColumn(cell, spec) ?? []);
    if (named.length >= spec.leastNamed && named.some(({ key }) => key !== '')) return at;
    filled += 1;
    if (filled === (spec.headWithin ?? headRows)) break;
  }
  return -1;
}

/**
 * The columns and rows of a table. `chosen` are the keys of its columns by index, as a person chose them; columns with
 * an empty key are not read. Without it headings decide, and ambiguous ones become questions.
 */
export function readColumns(
  { rows, merged }: RawTable,
  spec: TableSpec,
  chosen: readonly string[] | null = null,
): ReadColumns {
  const known = findHead(rows, spec);
  const head = known >= 0 ? known : findUnknownHead(rows, spec);
  const width = widthOf(rows, head);
  const heads = Array.from({ length: width }, (_, at) => (rows[head]?.[at] ?? '').trim());
  const guess = guessKeys(heads, spec);
  const isBare = chosen === null && head < 0 && spec.headless === 'own';
  const keys = chosen ?? (head < 0 && spec.headless === 'places' ? placesOf(width, spec) : guess.keys);
  const questions = chosen
    ? findWrongChoice(chosen, width, spec)
    : [...guess.questions, ...(isBare ? [] : findMissing([...keys, ...guess.asked], spec))];
  const places = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) if (key !== '') places.set(key, [...(places.get(key) ?? []), at]);
  const body: TableRow[] = [];
  for (const [at, cells] of rows.entries())
    if (at > head && isFilled(cells) && !repeatsHead(cells, heads, keys))
      body.push(new TableRow(at, cells, places, merged));
  return {
    head: head + 1,
    columns: heads.map((text, at) => ({
      head: text.slice(0, shownText),
      samples: body
        .flatMap(({ cells }) => (cells[at] ?? '').trim().slice(0, shownText) || [])
        .slice(0, shownSamples),
      key: keys[at] ?? '',
    })),
    questions,
    rows: questions.length === 0 ? body : [],
    isBare,
  };
}

/** Identifies a table by its headings in order. Empty without a header. */
export function headText({ head, columns }: Pick<ReadColumns, 'head' | 'columns'>): string {
  return head === 0 ? '' : columns.map((column) => normalHead(column.head)).join('\u001f');
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

/** A header repeated on every printed page is not a row. */
function repeatsHead(cells: readonly string[], heads: readonly string[], keys: readonly string[]): boolean {
  const read = keys.flatMap((key, at) => (key !== '' && heads[at] !== '' ? [at] : []));
  return read.length > 0 && read.every((at) => (cells[at] ?? '').trim() === heads[at]);
}

function widthOf(rows: RawTable['rows'], head: number): number {
  const looked = rows.slice(Math.max(0, head), Math.max(0, head) + lookedAt);
  return Math.max(0, ...looked.map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1));
}

/** A first row of words above data, in a table without known columns; -1: it is data. */
function findUnknownHead(rows: RawTable['rows'], spec: TableSpec): number {
  const first = rows.findIndex(isFilled);
  if (spec.headless === 'no') return rows.findIndex((row) => row.filter((cell) => cell.trim()).length > 1);
  if (spec.headless === 'places')
    return rows.slice(0, lookedAt).findIndex((row) => {
      const cells = row.filter((cell) => cell.trim());
      return cells.length > 1 && isWord(cells[0] ?? '');
    });
  const filled = (rows[first] ?? []).flatMap((cell, at) => (cell.trim() === '' ? [] : [at]));
  if (filled.length < 2 || !filled.every((at) => isWord(rows[first]?.[at] ?? ''))) return -1;
  const below = rows.slice(first + 1, first + lookedAt);
  return below.some((row) => filled.some((at) => /\d/.test(row[at] ?? ''))) ? first : -1;
}

function isWord(cell: string): boolean {
  return !/\d/.test(cell.normalize('NFKC'));
}

/** Without a header the columns are the table's in order, if there are no others. */
function placesOf(width: number, { columns }: TableSpec): string[] {
  if (width > columns.length) return [];
  return Array.from({ length: width }, (_, at) => columns[at]?.key ?? '');
}

/**
 * The keys named by headings. Of several candidates for a column the best counts; between equal ones a person chooses.
 */
function guessKeys(
  heads: readonly string[],
  spec: TableSpec,
): { keys: string[]; asked: string[]; questions: string[] } {
  const named = heads.map((head): NamedColumn | null => nameColumn(head, spec));
  const keys = named.map((one) => one?.key ?? '');
  const asked: string[] = [];
  const questions: string[] = [];
  for (const { key, title, isMany } of spec.columns) {
    const own = named.flatMap((one, at) => (one?.key === key ? [{ at, rank: one.rank }] : []));
    if (isMany || own.length < 2) continue;
    const top = Math.max(...own.map(({ rank }) => rank));
    const best = own.filter(({ rank }) => rank === top);
    for (const { at } of own) if (best.length > 1 || at !== best[0]?.at) keys[at] = '';
    if (best.length < 2) continue;
    asked.push(key);
    questions.push(`${best.map(({ at }) => `“${heads[at]}”`).join('')}都可能是${title}，请选择一列`);
  }
  return { keys, asked, questions };
}

function findMissing(keys: readonly string[], { needed, columns }: TableSpec): string[] {
  const missing = needed.filter((group) => !group.some((key) => keys.includes(key)));
  if (missing.length === 0) return [];
  const titleOf = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  return [`没有找到${missing.map((group) => group.map(titleOf).join('或')).join('、')}列，请选择`];
}

function findWrongChoice(chosen: readonly string[], width: number, spec: TableSpec): string[] {
  const find = (key: string): ColumnSpec | undefined => spec.columns.find((column) => column.key === key);
  if (chosen.length !== width || chosen.some((key) => key !== '' && !find(key)))
    return ['所选的列与文件不符，请重新选择'];
  const twice = spec.columns.find(
    ({ key, isMany }) => !isMany && chosen.filter((one) => one === key).length > 1,
  );
  if (twice) return [`${twice.title}只能选一列`];
  return findMissing(chosen, spec);
}
