/** Pages of a declared list: a page begins behind a place, so that the last one costs what the first one does. */
import { type SQL, sql } from 'drizzle-orm';
import { maxDeskRows } from '#lib/contract/constants.ts';
import { encodeCursor, type PlaceValues, type SortKey } from '#lib/rules/changes/cursor.ts';
import type { Db, Tx } from './client.ts';
import {
  columnOf,
  found,
  keyText,
  type ListQuery,
  ordered,
  type RawRow,
  ranges,
  selected,
  where,
} from './list-query.ts';

interface Slice {
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
      select ${sql.join([...selected(query), ...places], sql`, `)} from ${tables(query)}
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

/** The tables of a list with those of its columns. */
function tables({ source: { from, shown } }: Pick<ListQuery, 'source'>): SQL {
  return shown === undefined ? from : sql`${from} ${shown}`;
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
    select ${sql.join(selected({ ...query, values: {} }), sql`, `)} from ${tables(query)}
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

interface Keys {
  /** The column whose text is taken along. */
  title: string;
  sort: readonly SortKey[];
  /** Rows at most. */
  most?: number;
  /** These alone. */
  ids?: readonly (number | string)[];
}

/** These rows of a list alone. */
function chosen(query: ListQuery, ids: readonly (number | string)[] | undefined): SQL[] {
  const type = sql.raw(query.list.key === 'text' ? 'text[]' : 'int[]');
  return ids === undefined ? [] : [sql`${keyText(query)} = any(${sql.param([...ids])}::${type})`];
}

/** `no`, `key` and `name` of all that was found, in the order of the list, as a part of another statement. */
export function foundKeys(query: ListQuery, { title, sort, most, ids }: Keys): SQL {
  const { source } = query;
  const name = source.columns[title] ?? source.key;
  const order = ordered(query, sort, false);
  return sql`
    select row_number() over (${order})::int as no, (${source.key})::text as key, (${name})::text as name
    from ${tables(query)} ${where([...found(query), ...chosen(query, ids)])} ${order}
    ${most === undefined ? sql`` : sql`limit ${most}`}`;
}

interface Parts extends Pick<Keys, 'title' | 'ids'> {
  most: number;
  /** A row belongs to the first part whose flag it has (`is`) or lacks. */
  parts: readonly { flag: string; is: boolean }[];
  /** Names of each part that are read. */
  named: number;
}

/** All that was found, `most` rows and one more at most, by part (null: by none), in one statement. */
export async function countParts(
  db: Db | Tx,
  query: ListQuery,
  { title, ids, most, parts, named }: Parts,
): Promise<{ part: number | null; rows: number; names: string[] }[]> {
  const { source } = query;
  const cases = parts.map(({ flag, is }, at) => {
    const has = sql`coalesce(${columnOf(query, flag)}, false)`;
    return sql`when ${is ? has : sql`not ${has}`} then ${at}::int`;
  });
  const part = cases.length === 0 ? sql`null::int` : sql`case ${sql.join(cases, sql` `)} end`;
  const names =
    named === 0
      ? sql`'{}'::text[]`
      : sql`coalesce((array_agg(name order by name, key) filter (where part is not null))[1:${named}::int], '{}')`;
  const { rows } = await db.execute<{ part: number | null; rows: number; names: string[] }>(sql`
    select part, count(*)::int as rows, ${names} as names from (
      select ${part} as part, (${source.key})::text as key,
        coalesce(nullif((${source.columns[title] ?? source.key})::text, ''), (${source.key})::text) as name
      from ${tables(query)} ${where([...found(query), ...chosen(query, ids)])} limit ${most + 1}) f
    group by part`);
  return rows;
}
