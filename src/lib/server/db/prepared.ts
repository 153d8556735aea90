import type { Db, Tx } from './client.ts';

const kept = new WeakMap<Db | Tx, Map<string, unknown>>();

/**
 * A query that is asked with every request: its text is built once a handle, and under its name a connection plans it
 * once. `build` ends with `.prepare(name)`; what changes from one asking to the next is a placeholder.
 */
export function prepared<Query>(db: Db | Tx, name: string, build: (name: string) => Query): Query {
  let queries = kept.get(db);
  if (queries === undefined) {
    queries = new Map();
    kept.set(db, queries);
  }
  let query = queries.get(name) as Query | undefined;
  if (query === undefined) {
    query = build(name);
    queries.set(name, query);
  }
  return query;
}
