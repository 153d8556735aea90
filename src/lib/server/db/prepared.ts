import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from './client.ts';

const built = new Map<string, object>();
const kept = new WeakMap<Db | Tx, Map<string, object>>();

/**
 * A query that is asked with every request: its text is built once a process, and under its name a connection plans it
 * once. `build` ends with `.prepare(name)`; what changes from one asking to the next is a placeholder.
 */
export function prepared<Query extends object>(
  db: Db | Tx,
  name: string,
  build: (name: string) => Query,
): Query {
  let queries = kept.get(db);
  if (queries === undefined) {
    queries = new Map();
    kept.set(db, queries);
  }
  return keptIn(queries, name, () =>
    askedOf(
      db,
      keptIn(built, name, () => build(name)),
    ),
  );
}

/** A name stands for one query, so what is kept under it is of its type. */
function keptIn<Query extends object>(queries: Map<string, object>, name: string, make: () => Query): Query {
  const known = queries.get(name) as Query | undefined;
  if (known !== undefined) return known;
  const made = make();
  queries.set(name, made);
  return made;
}

/** The same query, asked over the connections of another handle: a transaction has its own, and lives for a moment. */
function askedOf<Query extends object>(db: Db | Tx, query: Query): Query {
  const client = must(fieldOf(fieldOf(db, 'session'), 'client'), 'the connections of a handle');
  return Object.create(query, { client: { value: client } });
}
