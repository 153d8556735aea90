/** Answers of a declared list: a page, one row as it is now, and the rows of a file. */
import { maxDeskRows } from '#lib/contract/constants.ts';
import type { Column } from '#lib/contract/desk/fields.ts';
import {
  type AnyAnswer,
  type AnyAsked,
  type AnyCells,
  type AnyRow,
  firstSort,
  type ListShape,
  readSort,
} from '#lib/contract/desk/list.ts';
import { fieldError } from '#lib/contract/errors.ts';
import { readCursor, type SortKey } from '#lib/rules/changes/cursor.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { Context } from '../../core/context.ts';
import type { Db } from '../../db/client.ts';
import { countFound, placeOf, readOne, readSlice } from '../../db/list-page.ts';
import type { ListQuery, RawRow } from '../../db/list-query.ts';
import type { ListReader, ListRows } from '../../db/list-source.ts';
import { readElsewhere } from '../../db/read-elsewhere.ts';

export type AnyRows = ListRows<ListShape>;

export function readerOf({ actor, now }: Pick<Context<'staff'>, 'actor' | 'now'>): ListReader {
  const { merchantId, role, name, staffId } = actor;
  return { merchantId, role, name, staffId, now };
}

function cellOf({ kind }: Column, value: unknown): string | number | null {
  if (kind === 'number') return typeof value === 'number' ? value : null;
  if (kind === 'flag') return value === true || value === 1 ? 1 : 0;
  if (value === null || value === undefined) return '';
  if (kind === 'money') return formatYuan(Number(value));
  return value instanceof Date ? value.toISOString() : String(value);
}

function cellsOf(columns: Readonly<Record<string, Column>>, raw: RawRow): AnyCells {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, cellOf(column, raw[name])]),
  );
}

/** The wire's form of rows: the one way of moments, amounts and missing values. */
export async function wireRows(
  db: Db,
  list: ListShape,
  rows: AnyRows,
  read: readonly RawRow[],
  reader: ListReader,
): Promise<AnyRow[]> {
  const more = rows.finishAll && read.length > 0 ? await rows.finishAll(db, read, reader) : [];
  return read.map((raw, at) => {
    const whole = { ...raw, ...more[at], ...rows.finish?.(raw, reader) };
    const id = raw.id;
    return { id: typeof id === 'number' ? id : String(id), ...cellsOf(list.columns, whole) };
  });
}

/** The column that names a row. */
export function titleOf(list: ListShape): string {
  return Object.entries(list.columns).find(([, { isTitle }]) => isTitle)?.[0] ?? 'id';
}

/** The values of the search boxes, with the days that empty ones stand for. */
export function valuesOf(list: ListShape, rows: AnyRows, asked: AnyAsked, now: Date): Record<string, string> {
  const values = Object.fromEntries(
    Object.keys(list.filters).map((name) => [name, String(asked[name] ?? '')]),
  );
  return rows.fill ? rows.fill(values, now) : values;
}

export function queryOf(
  list: ListShape,
  rows: AnyRows,
  values: Record<string, string>,
  reader: ListReader,
): ListQuery {
  return { list, source: rows.source(reader), values };
}

/** The order that was asked for. Throws 422 for one that the list does not have. */
export function sortOf({ list, values }: ListQuery, text: string): readonly SortKey[] {
  const sort = readSort(list, text || firstSort(list, values));
  if (sort === null) throw fieldError('sort', '不能按这个顺序排列');
  return sort;
}

/** A place of an address. Throws 422 for one of another order, or cut. */
export function readPlace(sort: readonly SortKey[], field: string, text: string) {
  if (text === '') return null;
  const place = readCursor(sort, text);
  if (place === null) throw fieldError(field, '这一页的位置已失效，请从第一页看起');
  return place;
}

/** A page of a list, with how many were found. */
export async function answerList(
  context: Pick<Context<'staff'>, 'db' | 'actor' | 'now'>,
  list: ListShape,
  rows: AnyRows,
  asked: AnyAsked,
): Promise<AnyAnswer> {
  const reader = readerOf(context);
  const values = valuesOf(list, rows, asked, context.now);
  const query = queryOf(list, rows, values, reader);
  const read = rows.isGrowOnly ? readElsewhere : here;
  const [page, counted, facts] = await read(context.db, (db) =>
    Promise.all([
      wiredPage(db),
      countFound(db, query, list.countsTo),
      rows.facts ? rows.facts(db, values, reader) : null,
    ]),
  );
  const most = list.countsTo ?? maxDeskRows;
  const isMore = counted.total > most;
  return {
    rows: page.rows,
    total: Math.min(counted.total, most),
    is_more: isMore ? 1 : 0,
    next: page.next,
    before: page.before,
    values,
    sums: isMore ? null : sumsOf(list, counted.sums),
    facts: facts === null ? null : cellsOf(list.facts ?? {}, facts),
  };

  async function wiredPage(db: Db) {
    const slice = await readPage(db, query, asked);
    return { ...slice, rows: await wireRows(db, list, rows, slice.rows, reader) };
  }
}

function here<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return read(db);
}

function sumsOf(list: ListShape, sums: RawRow): Record<string, string> {
  const summed = Object.entries(list.columns).filter(([, { isSummed }]) => isSummed);
  return Object.fromEntries(summed.map(([name, column]) => [name, String(cellOf(column, sums[name]))]));
}

async function readPage(db: Db, query: ListQuery, { sort: text, after, before, size }: AnyAsked) {
  const sort = sortOf(query, text);
  const isBack = after === '' && before !== '';
  const place = isBack ? readPlace(sort, 'before', before) : readPlace(sort, 'after', after);
  const read = await readSlice(db, query, { sort, place, isBack, limit: size + 1 });
  const hasMore = read.length > size;
  if (isBack) {
    // Fewer rows than a page are left before: the first page is shown in full.
    if (!hasMore)
      return forward(
        await readSlice(db, query, { sort, place: null, isBack: false, limit: size + 1 }),
        false,
      );
    const rows = read.slice(1);
    return { rows, next: edge(sort, rows.at(-1)), before: edge(sort, rows[0]) };
  }
  return forward(read, place !== null);

  function forward(all: RawRow[], hasBefore: boolean) {
    const rows = all.slice(0, size);
    return {
      rows,
      next: all.length > size ? edge(sort, rows.at(-1)) : null,
      before: hasBefore ? edge(sort, rows[0]) : null,
    };
  }
}

function edge(sort: readonly SortKey[], row: RawRow | undefined): string | null {
  return row === undefined ? null : placeOf(sort, row);
}

/** A row as it is now; null where it is no longer in the list. */
export async function rowNow(
  db: Db,
  list: ListShape,
  rows: AnyRows,
  reader: ListReader,
  id: number | string,
): Promise<AnyRow | null> {
  const raw = await readOne(db, { list, source: rows.source(reader) }, id);
  const [row = null] = raw === null ? [] : await wireRows(db, list, rows, [raw], reader);
  return row;
}
