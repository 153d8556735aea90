import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { env } from '#lib/server/core/process/env.ts';
import { onShutdown } from '#lib/server/core/process/lifecycle.ts';
import { type PoolState, sources } from '#lib/server/core/process/meter.ts';
import { inLine } from '../fast/gate.ts';
import { recordOpened } from '../fast/lease.ts';
import { queriesOf } from '../fast/read-again.ts';
import * as schema from './schema.ts';
import { transactionsOf } from './transaction.ts';

/** A typed drizzle handle; services take it (or one of its transactions) as their first argument. */
export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool };

/** The parameter of the callback of `db.transaction(async (tx) => …)`. */
export type Tx = Omit<Handed, 'query'>;
type Handed = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * A transaction as the handle of a use case: the transactions that it begins are parts of this one, and one that fails
 * leaves the rest as it was. `of` is the handle that began it.
 */
export function handleOf(tx: Tx, { $client, query }: Db): Db {
  return Object.assign(tx, { $client, query });
}

export interface ConnectOptions {
  /** Most open connections. */
  max?: number;
  /** 0 for tools: no limit on statements, lock waits and pauses inside a transaction. */
  statementTimeout?: 0;
  /** A failed read goes to the primary (replica.ts): no retries and short timeouts. */
  isReplica?: true;
}

/*
 * In ms. A call answers within 12 s even if the database falls silent: 7 s for the statement that meets the silence,
 * from then on 2 s for one connection attempt at a time, which the others wait for (fast/gate.ts). The database's own
 * timeout is shorter than ours, so that a merely slow statement ends with a clear error on a connection that stays
 * usable.
 */
const connectMs = 2_000;
const answerMs = 7_000;
const statementMs = 6_500;
const lockMs = 5_000;
/** A process cut off in the middle of a transaction holds its locks no longer than this. */
const idleInTransactionMs = 10_000;
/** For a replica: opening a connection or finding a free one, and a response. */
const replicaConnectMs = 500;
const replicaAnswerMs = 2_000;

// Counts and ids are numbers; numeric stays a string because it may be money. Drizzle uses the driver's global parsers,
// not a pool's.
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
    // A new connection plans every statement again, which costs a call about 10 ms.
    idleTimeoutMillis: 300_000,
    // Detects a peer that vanished while the connection was idle.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'yaopi',
    // The business day is Shanghai's, independent of the database's location. To compile a statement costs 30–200 ms, and
    // none of the shop's is long enough to gain by it.
    options: '-c TimeZone=Asia/Shanghai -c jit=off',
  });
}

/**
 * Opens a pool. The caller ends it: `await pool.end()`. Its `query` and the handle's `transaction` survive a lost
 * connection where that is safe (fast/read-again.ts, transaction.ts).
 */
export function connect(url: string, options: ConnectOptions = {}) {
  const pool = makePool(url, options);
  // Without a listener a cut connection ends the process: while it is idle (the pool's own event), and while it is in
  // use, when the pool removes its listener. The running statement gets its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    recordOpened(client);
  });
  if (!options.isReplica) pool.query = queriesOf(pool) as typeof pool.query;
  const db = drizzle(pool, { schema, casing: 'snake_case' });
  const { dialect } = db as typeof db & Inside;
  db.transaction = transactionsOf<Handed>(pool, dialect);
  return { pool, db };
}

/** Private fields of a handle. */
interface Inside {
  dialect: Parameters<typeof transactionsOf>[1];
}

let shared: (ReturnType<typeof connect> & { state: () => PoolState }) | undefined;

/** Metrics of a pool: the driver's own queue is empty, callers wait at the gate. */
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

/** The process's one database handle. The start script has set DATABASE_URL before the app loads. */
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
