/** The SQL of a page of a list that begins behind a row. */
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnKind, Filter } from '#lib/contract/desk/fields.ts';
import type { ListShape } from '#lib/contract/desk/list.ts';
import {
  branchesOf,
  isOneRange,
  type PlaceValues,
  type SortKey,
  type SortKind,
  type Term,
} from '#lib/rules/changes/cursor.ts';
import { findYuan } from '#lib/rules/money/money.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';
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

export function columnOf({ source }: ListQuery, name: string): SQL {
  const column = name === 'id' ? source.key : source.columns[name];
  if (column === undefined) throw new Error(`no SQL for the column ${name}`);
  return column;
}

function compared(query: ListQuery, { kind, column: name }: Filter, value: string): SQL | undefined {
  if (name === undefined) throw new Error('a box without a column needs its own SQL');
  const column = columnOf(query, name);
  if (kind === 'part') return contains(column, value);
  if (kind === 'amount') return sql`${column} = ${findYuan(value)}`;
  if (kind === 'whole' || kind === 'choice') return sql`${column} = ${value}`;
  if (query.list.columns[name]?.kind === 'day')
    return kind === 'from' ? sql`${column} >= ${value}::date` : sql`${column} <= ${value}::date`;
  const at = kind === 'from' ? findDay(value) : findDayEnd(value);
  if (at === null) return undefined;
  return kind === 'from' ? sql`${column} >= ${new Date(at)}` : sql`${column} < ${new Date(at + 1)}`;
}

/** Conditions of the search. */
export function found(query: ListQuery): SQL[] {
  const { list, source, values } = query;
  const conditions = Object.entries(list.filters).map(([name, filter]) => {
    const value = values[name] ?? '';
    if (value === '' || (filter.kind === 'choice' && value === 'all')) return undefined;
    const own = source.filters?.[name];
    return own ? own(value) : compared(query, filter, value);
  });
  return [source.bound, ...conditions].filter((condition) => condition !== undefined);
}

export function where(conditions: readonly SQL[]): SQL {
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

export function selected({ list, source }: ListQuery): SQL[] {
  const columns = Object.entries(list.columns).flatMap(([name, { kind }]) => {
    const column = source.columns[name];
    return column === undefined ? [] : [sql`${written[kind](column)} as ${sql.identifier(name)}`];
  });
  const extra = Object.entries(source.extra ?? {}).map(
    ([name, column]) => sql`(${column})::text as ${sql.identifier(name)}`,
  );
  return [sql`${keyText({ list, source })} as id`, ...columns, ...extra];
}

export function keyText({ list, source }: Omit<ListQuery, 'values'>): SQL {
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

export function ordered(query: ListQuery, sort: readonly SortKey[], isBack: boolean): SQL {
  const keys = sort.map(({ name, isDescending, isNullable }) => {
    const way = sql.raw(isDescending === isBack ? 'asc' : 'desc');
    // Without a value a row is last, and first on the way back. A column with a value goes by an index's own order.
    const empty = isNullable ? sql.raw(isBack ? ' nulls first' : ' nulls last') : sql``;
    return sql`(${columnOf(query, name)}) ${way}${empty}`;
  });
  return sql`order by ${sql.join(keys, sql`, `)}`;
}

/** Ranges behind a place (before it on the way back), the nearest first; one without conditions for no place. */
export function ranges(
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
