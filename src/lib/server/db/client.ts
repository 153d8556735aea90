import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '#lib/server/process/env.ts';
import { onShutdown } from '#lib/server/process/lifecycle.ts';
import { type PoolState, sources } from '#lib/server/process/meter.ts';
import { inLine } from './gate.ts';
import { noteOpened } from './lease.ts';
import { queriesOf } from './read-again.ts';
import * as schema from './schema.ts';
import { transactionsOf } from './transaction.ts';

/** A typed drizzle handle; services take it (or a transaction of it) as their first argument. */
export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool };

/** What `db.transaction(async (tx) => …)` hands to its callback. */
export type Tx = Omit<Handed, 'query'>;
type Handed = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface ConnectOptions {
  /** Most connections held at once. */
  max?: number;
  /** 0 for tools: a statement may run, wait for a lock and pause inside a transaction as long as it needs. */
  statementTimeout?: 0;
  /** What fails is read on the primary (replica.ts): nothing is tried again, and little waited for. */
  isReplica?: true;
}

/*
 * In ms. A call answers within 12 s although the database falls silent: 7 s for the statement that meets the silence,
 * from then on 2 s for one at a time that tries to connect, while the others wait for it (gate.ts). The database gives
 * up before we do, so that a statement that is merely slow ends with a clear error on a connection that goes on.
 */
const connectMs = 2_000;
const answerMs = 7_000;
const statementMs = 6_500;
const lockMs = 5_000;
/** A process that is cut off in the middle of a transaction holds its locks no longer than this. */
const idleInTransactionMs = 10_000;
/** Of a replica: opening a connection or finding a free one, and an answer. */
const replicaConnectMs = 500;
const replicaAnswerMs = 2_000;

// Counts and ids are numbers; numeric stays a string, it may be money. Drizzle asks the driver's common table, not a pool's.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function makePool(url: string, { max = 10, statementTimeout, isReplica }: ConnectOptions): pg.Pool {
  const isPatient = statementTimeout === 0;
  return new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: isPatient ? 10_000 : connectMs,
    ...(!isPatient && {
      query_timeout: answerMs,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
    ...(isReplica && {
      connectionTimeoutMillis: replicaConnectMs,
      query_timeout: replicaAnswerMs,
      statement_timeout: replicaAnswerMs - 200,
    }),
    // A connection that is new plans everything anew, and costs a call some hundredth of a second.
    idleTimeoutMillis: 300_000,
    // Notices a peer that vanished while nothing was asked.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'yaopi',
    // The business day is Shanghai's, wherever the database stands.
    options: '-c TimeZone=Asia/Shanghai',
  });
}

/**
 * Opens a pool. The caller ends it: `await pool.end()`. Its `query` and the handle's `transaction` outlive a lost
 * connection where that is safe (read-again.ts, transaction.ts).
 */
export function connect(url: string, options: ConnectOptions = {}) {
  const pool = makePool(url, options);
  // Without a listener a connection that is cut ends the process: while it is idle (the pool's own event), and while it
  // is in use, when the pool takes its listener off. The statement under way is told by its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    noteOpened(client);
  });
  if (!options.isReplica) pool.query = queriesOf(pool) as typeof pool.query;
  const db = drizzle(pool, { schema, casing: 'snake_case' });
  const { dialect } = db as typeof db & Inside;
  db.transaction = transactionsOf<Handed>(pool, dialect);
  return { pool, db };
}

/** What a handle holds and does not show. */
interface Inside {
  dialect: Parameters<typeof transactionsOf>[1];
}

let shared: (ReturnType<typeof connect> & { state: () => PoolState }) | undefined;

/** What is told of a pool: the driver's own line is empty, who waits stands before the gate. */
function stateOf(pool: pg.Pool): PoolState {
  const { totalCount, idleCount } = pool;
  return { totalCount, idleCount, waitingCount: inLine(pool) };
}

function getShared() {
  if (!shared) {
    const opened = connect(env().DATABASE_URL ?? '');
    shared = { ...opened, state: () => stateOf(opened.pool) };
    sources().pools.add(shared.state);
    onShutdown('database pool', 'resources', closeDb);
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
  if (open) sources().pools.delete(open.state);
  await open?.pool.end();
}
