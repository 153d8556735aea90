import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '#lib/server/env.ts';
import { onShutdown } from '#lib/server/lifecycle.ts';
import * as schema from './schema.ts';

/** A typed drizzle handle; services take it (or a transaction of it) as their first argument. */
export type Db = ReturnType<typeof connect>['db'];

/** What `db.transaction(async (tx) => …)` hands to its callback. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface ConnectOptions {
  /** Most connections held at once. */
  max?: number;
  /** Longest a statement may run, in ms; 0 for none (imports, migrations). */
  statementTimeout?: number;
}

// Counts and ids are numbers; numeric stays a string, it may be money. Drizzle asks the driver's common table, not a pool's.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool. Whoever calls it ends it: `await pool.end()`. */
export function connect(url: string, options: ConnectOptions = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    statement_timeout: options.statementTimeout ?? 10_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'yaopi',
    // The business day is Shanghai's, wherever the database stands.
    options: '-c TimeZone=Asia/Shanghai',
  });
  // A connection that dies while idle (database restarted) is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return { pool, db: drizzle(pool, { schema, casing: 'snake_case' }) };
}

let shared: ReturnType<typeof connect> | undefined;

function getShared() {
  if (!shared) {
    shared = connect(env().DATABASE_URL ?? '');
    onShutdown('database pool', 'pools', closeDb);
  }
  return shared;
}

/** The process's one database handle. The start script has put the address into DATABASE_URL before the app loads. */
export function getDb(): Db {
  return getShared().db;
}

/** The pool behind {@link getDb}, for LISTEN and for readiness. */
export function getPool(): pg.Pool {
  return getShared().pool;
}

/** Ends the shared pool, if one was opened. */
export async function closeDb(): Promise<void> {
  const open = shared;
  shared = undefined;
  await open?.pool.end();
}
