/** Pages of a declared list: a page begins behind a place, so that the last one costs what the first one does. */
import { type SQL, sql } from 'drizzle-orm';
import { maxDeskRows } from '#lib/contract/constants.ts';
import type { ColumnKind, Filter } from '#lib/contract/desk/fields.ts';
import type { ListShape } from '#lib/contract/desk/list.ts';
import {
  branchesOf,
  encodeCursor,
  isOneRange,
  type PlaceValues,
  type SortKey,
  type SortKind,
  type Term,
} from '#lib/rules/changes/cursor.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from './client.ts';
import { contains } from './contains.ts';
import type { ListSource } from './list-source.ts';

export type RawRow = Record<string, unknown>;

/** A list with its SQL and what is searched. */
export interface ListQuery {
  list: ListShape;
  source: ListSource<ListShape>;
  /** By the names of the boxes; empty for none. */
  values: Readonly<Record<string, string>>;
}

function columnOf({ source }: ListQuery, name: string): SQL {
  const column = name === 'id' ? source.key : source.columns[name];
  if (column === undefined) throw new Error(`no SQL for the column ${name}`);
  return column;
}

function compared(query: ListQuery, { kind, column: name }: Filter, value: string): SQL | undefined {
  if (name === undefined) throw new Error('a box without a column needs its own SQL');
  const column = columnOf(query, name);
  if (kind === 'part') return contains(column, value);
  if (kind === 'whole' || kind === 'choice') return sql`${column} = ${value}`;
  if (query.list.columns[name]?.kind === 'day')
    return kind === 'from' ? sql`${column} >= ${value}::date` : sql`${column} <= ${value}::date`;
  const at = kind === 'from' ? findDay(value) : findDayEnd(value);
  if (at === null) return undefined;
  return kind === 'from' ? sql`${column} >= ${new Date(at)}` : sql`${column} < ${new Date(at + 1)}`;
}

/** Conditions of the search. */
function found(query: ListQuery): SQL[] {
  const { list, source, values } = query;
  const conditions = Object.entries(list.filters).map(([name, filter]) => {
    const value = values[name] ?? '';
    if (value === '' || (filter.kind === 'choice' && value === 'all')) return undefined;
    const own = source.filters?.[name];
    return own ? own(value) : compared(query, filter, value);
  });
  return [source.bound, ...conditions].filter((condition) => condition !== undefined);
}

function where(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
}

/** Simple values of JSON: an amount and a number as a double, a moment as ISO 8601 in UTC. */
const written: Record<ColumnKind, (column: SQL) => SQL> = {
  text: (column) => sql`(${column})::text`,
  word: (column) => sql`(${column})::text`,
  day: (column) => sql`(${column})::text`,
  moment: (column) => sql`to_char((${column}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  money: (column) => sql`(${column})::float8`,
  number: (column) => sql`(${column})::float8`,
  flag: (column) => sql`coalesce(${column}, false)::int`,
};

function selected({ list, source }: ListQuery): SQL[] {
  const columns = Object.entries(list.columns).flatMap(([name, { kind }]) => {
    const column = source.columns[name];
    return column === undefined ? [] : [sql`${written[kind](column)} as ${sql.identifier(name)}`];
  });
  return [sql`${keyText({ list, source })} as id`, ...columns];
}

function keyText({ list, source }: Omit<ListQuery, 'values'>): SQL {
  return list.key === 'text' ? sql`(${source.key})::text` : sql`(${source.key})::int`;
}

const casts: Record<SortKind, SQL> = {
  text: sql`text`,
  whole: sql`bigint`,
  moment: sql`timestamptz`,
  day: sql`date`,
  yes: sql`boolean`,
};

function term(query: ListQuery, sort: readonly SortKey[], { column, is, value }: Term): SQL {
  const own = columnOf(query, column);
  if (is === 'null') return sql`(${own}) is null`;
  if (is === 'not null') return sql`(${own}) is not null`;
  const kind = sort.find(({ name }) => name === column)?.kind ?? 'text';
  return sql`(${own}) ${sql.raw(is)} ${value}::${casts[kind]}`;
}

function ordered(query: ListQuery, sort: readonly SortKey[], isBack: boolean): SQL {
  const keys = sort.map(({ name, isDescending, isNullable }) => {
    const way = sql.raw(isDescending === isBack ? 'asc' : 'desc');
    // Without a value a row is last, and first on the way back. A column with a value goes by an index's own order.
    const empty = isNullable ? sql.raw(isBack ? ' nulls first' : ' nulls last') : sql``;
    return sql`(${columnOf(query, name)}) ${way}${empty}`;
  });
  return sql`order by ${sql.join(keys, sql`, `)}`;
}

/** Ranges behind a place (before it on the way back), the nearest first; one without conditions for no place. */
function ranges(
  query: ListQuery,
  sort: readonly SortKey[],
  place: PlaceValues | null,
  isBack: boolean,
): SQL[] {
  if (place === null) return [sql`true`];
  const way = isBack ? 'before' : 'after';
  if (isOneRange(sort)) {
    const columns = sort.map(({ name }) => sql`(${columnOf(query, name)})`);
    const values = sort.map(({ kind }, at) => sql`${place[at]}::${casts[kind]}`);
    const is = sql.raw((sort[0]?.isDescending === true) === isBack ? '>' : '<');
    return [sql`(${sql.join(columns, sql`, `)}) ${is} (${sql.join(values, sql`, `)})`];
  }
  return branchesOf(sort, place, way).map((terms) =>
    terms.length === 0
      ? sql`true`
      : sql.join(
          terms.map((one) => term(query, sort, one)),
          sql` and `,
        ),
  );
}

export interface Slice {
  sort: readonly SortKey[];
  /** Null for the beginning (on the way back: the end). */
  place: PlaceValues | null;
  isBack: boolean;
  limit: number;
}

/** Rows of a slice in the order of the list. Each has the texts of its place under `p0`, `p1`, … */
export async function readSlice(db: Db | Tx, query: ListQuery, slice: Slice): Promise<RawRow[]> {
  const { sort, place, isBack, limit } = slice;
  const places = sort.map(
    ({ name }, at) => sql`(${columnOf(query, name)})::text as ${sql.identifier(`p${at}`)}`,
  );
  const rows: RawRow[] = [];
  for (const range of ranges(query, sort, place, isBack)) {
    if (rows.length >= limit) break;
    const read = await db.execute<RawRow>(sql`
      select ${sql.join([...selected(query), ...places], sql`, `)} from ${query.source.from}
      ${where([...found(query), range])} ${ordered(query, sort, isBack)} limit ${limit - rows.length}`);
    rows.push(...read.rows);
  }
  return isBack ? rows.reverse() : rows;
}

/** The place of a row of a slice. */
export function placeOf(sort: readonly SortKey[], row: RawRow): string {
  return encodeCursor(
    sort,
    sort.map((_, at) => {
      const value = row[`p${at}`];
      return typeof value === 'string' ? value : null;
    }),
  );
}

/** One row by its id, within the bounds of the reader; null where it is not (any more). */
export async function readOne(
  db: Db | Tx,
  query: Omit<ListQuery, 'values'>,
  id: number | string,
): Promise<RawRow | null> {
  const { source } = query;
  const wanted = sql`${source.key} = ${id}`;
  const { rows } = await db.execute<RawRow>(sql`
    select ${sql.join(selected({ ...query, values: {} }), sql`, `)} from ${source.from}
    ${where(source.bound ? [source.bound, wanted] : [wanted])}`);
  return rows[0] ?? null;
}

/**
 * How many rows were found and the sums of the summed columns, over `maxDeskRows` rows and one more at most: `total` is
 * above `maxDeskRows` where there are more. `most` counts further.
 */
export async function countFound(
  db: Db | Tx,
  query: ListQuery,
  most = maxDeskRows,
): Promise<{ total: number; sums: RawRow }> {
  const summed = Object.entries(query.list.columns).flatMap(([name, { isSummed }]) =>
    isSummed ? [name] : [],
  );
  const columns = summed.map((name) => sql`${columnOf(query, name)} as ${sql.identifier(name)}`);
  const sums = summed.map(
    (name) => sql`coalesce(sum(${sql.identifier(name)}), 0)::float8 as ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<RawRow>(sql`
    select ${sql.join([sql`count(*)::int as counted`, ...sums], sql`, `)} from (
      select ${sql.join([sql`1 as one`, ...columns], sql`, `)} from ${query.source.from}
      ${where(found(query))} limit ${most + 1}) found`);
  const { counted, ...rest } = rows[0] ?? {};
  return { total: Number(counted ?? 0), sums: rest };
}

/** The ids of all that was found, in the order of the list; `maxDeskRows` and one more at most. */
export async function readIds(
  db: Db | Tx,
  query: ListQuery,
  sort: readonly SortKey[],
): Promise<(number | string)[]> {
  const { rows } = await db.execute<{ id: number | string }>(sql`
    select ${keyText(query)} as id from ${query.source.from}
    ${where(found(query))} ${ordered(query, sort, false)} limit ${maxDeskRows + 1}`);
  return rows.map(({ id }) => id);
}
