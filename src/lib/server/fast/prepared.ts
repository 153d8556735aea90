import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { must } from '#lib/rules/terms/must.ts';
import { isWithout } from '../core/process/env.ts';
import { rowMapper } from './row-mapper.ts';

/** A handle of the database or a transaction (db/client.ts). */
interface Handle {
  execute: unknown;
  select: unknown;
}

const built = new Map<string, object>();
const cached = new WeakMap<Handle, Map<string, object>>();

/**
 * A query of every request: its text is built once a process, and each connection plans it once under its name. `build`
 * ends with `.prepare(name)`; varying values are placeholders.
 */
export function prepared<Query extends object>(
  db: Handle,
  name: string,
  build: (name: string) => Query,
): Query {
  if (isWithout('built-queries')) return askedOf(db, mapped(build(name)));
  let queries = cached.get(db);
  if (queries === undefined) {
    queries = new Map();
    cached.set(db, queries);
  }
  return keptIn(queries, name, () =>
    askedOf(
      db,
      keptIn(built, name, () => mapped(build(name))),
    ),
  );
}

/** A name belongs to one query, so what is cached under it is of its type. */
function keptIn<Query extends object>(queries: Map<string, object>, name: string, make: () => Query): Query {
  const known = queries.get(name) as Query | undefined;
  if (known !== undefined) return known;
  const made = make();
  queries.set(name, made);
  return made;
}

/** The same query on the connections of another handle: a transaction has its own for a short time. */
function askedOf<Query extends object>(db: Handle, query: Query): Query {
  return Object.create(query, { client: { value: clientOf(db) } });
}

/** The query with a row mapper, where it has none of its own. */
function mapped<Query extends object>(query: Query): Query {
  if (isWithout('row-mapper')) return query;
  const mapper = rowMapper(fieldOf(query, 'fields'), fieldOf(query, 'joinsNotNullableMap'));
  if (mapper !== null && fieldOf(query, 'customResultMapper') === undefined)
    Reflect.set(query, 'customResultMapper', mapper);
  return query;
}

function clientOf(db: Handle): Pick<pg.Pool, 'query'> {
  const client = fieldOf(fieldOf(db, 'session'), 'client');
  return must(asks(client) ? client : undefined, 'the connections of a handle');
}

function asks(client: unknown): client is Pick<pg.Pool, 'query'> {
  return typeof fieldOf(client, 'query') === 'function';
}

/** The same dialect as every handle (client.ts). */
const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * A reusable part of a statement. The same name is the same text, built once; only values differ, and their
 * placeholders are unique to the part.
 */
export interface Part {
  name: string;
  text: () => SQL;
  values: Record<string, unknown>;
}

/**
 * Runs an SQL statement of every request: like {@link prepared}, for statements that drizzle's builders cannot express.
 * Values are passed as the driver takes them; timestamps are returned as dates.
 */
export async function ask<Row extends pg.QueryResultRow>(
  db: Handle,
  name: string,
  build: () => SQL,
  values: Record<string, unknown>,
): Promise<pg.QueryResult<Row>> {
  const { short, text, params } = keptIn(built, name, () => {
    const { sql: text, params } = dialect.sqlToQuery(build());
    // PostgreSQL uses 63 bytes of a name: the number keeps two with the same beginning apart.
    return { short: `${built.size} ${name}`.slice(0, 60), text, params };
  });
  return clientOf(db).query<Row>({ name: short, text }, fillPlaceholders(params, values));
}
