/** The one way to run a transaction: it is repeated when the database rolled it back because of others. */
import { setTimeout as pause } from 'node:timers/promises';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { faultOf } from '../core/process/database-faults.ts';
import { backOff, type Lease, takeLease } from '../fast/lease.ts';

/** Most runs of one transaction, and the time in ms after which no further one begins. */
const maxRuns = 6;
const lastBeginMs = 4_000;

type Parts = ConstructorParameters<typeof NodePgSession>;

/**
 * For frequent transactions that send notifications. PostgreSQL lets only one at a time notify, and blocks the others
 * until its COMMIT is on disk: no two would share a disk write, however many processors there are. These commit
 * asynchronously first, so that rows and notifications are released at once, and then wait for the disk together with
 * others. They complete only when they are on disk, as any other; a reader may briefly see what is lost with the
 * machine, and what that reader writes follows it on the disk.
 */
export const announcing: PgTransactionConfig & { isAnnouncing: true } = { isAnnouncing: true };

/**
 * Creates a handle's `transaction`. `work` may run several times, so it must change nothing except the database through
 * its `tx`: it is run again after a serialization failure or a deadlock, and when the connection was lost before COMMIT
 * was sent. A connection lost at COMMIT is an error: the outcome is unknown.
 */
export function transactionsOf<Tx>(pool: pg.Pool, dialect: Parts[1]) {
  async function runOnce<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    const lease = await takeLease(pool);
    try {
      // A session uses only `query` of its client.
      const client = { query: beginningWith(beginOf(config), lease.query) };
      // Without the schema: with it each transaction would create a relational query builder for every table.
      const session = new NodePgSession(client as unknown as Parts[0], dialect, undefined);
      const tx = new NodePgTransaction(dialect, session, undefined);
      let result: T;
      try {
        result = await work(tx as Tx);
      } catch (error) {
        // A lost connection has ended its transaction.
        await client.query({ text: 'rollback' }).catch(() => {});
        throw error;
      }
      await commit(client.query, config === announcing ? commitThenWait : 'commit');
      return result;
    } finally {
      lease.end();
    }
  }

  return async function transaction<T>(
    work: (tx: Tx) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const begun = Date.now();
    for (let run = 1; ; run++) {
      try {
        return await runOnce(work, config);
      } catch (error) {
        if (!mayRunAgain(error) || run >= maxRuns || Date.now() - begun > lastBeginMs) throw error;
        await pause(backOff(run));
      }
    }
  };
}

/**
 * A connection's `query` that begins a transaction together with its first statement, in one round trip where that
 * statement has no parameters.
 */
function beginningWith(begin: string, query: Lease['query']) {
  let isBegun = false;
  return async (...args: unknown[]): Promise<unknown> => {
    if (isBegun) return Reflect.apply(query, undefined, args);
    isBegun = true;
    const [statement, values] = args;
    const text = fieldOf(statement, 'text');
    const hasValues = Array.isArray(values) && values.length > 0;
    if (hasValues || typeof text !== 'string') {
      await query(begin);
      return Reflect.apply(query, undefined, args);
    }
    // Copied with its options: they decide how rows and columns are read.
    const together = { ...Object(statement), text: `${begin}; ${text}` };
    const results: unknown = await Reflect.apply(query, undefined, [together]);
    return Array.isArray(results) ? results.at(-1) : results;
  };
}

function beginOf({ isolationLevel, accessMode, deferrable }: PgTransactionConfig = {}): string {
  return [
    'begin',
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable && 'deferrable',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The outcome of the transaction is unknown. */
class CommitUnknown extends Error {
  override name = 'CommitUnknown';
}

/** A trivial record in a transaction of its own: its commit implies that all earlier ones are on disk. */
const commitThenWait = `set local synchronous_commit = off; commit; select pg_logical_emit_message(true, '', '')`;

async function commit(query: ReturnType<typeof beginningWith>, text: string): Promise<void> {
  try {
    await query({ text });
  } catch (error) {
    // If it has ended already, this does nothing.
    await query({ text: 'rollback' }).catch(() => {});
    if (faultOf(error) === 'conflict') throw error;
    throw new CommitUnknown('the answer to COMMIT did not arrive', { cause: error });
  }
}

function mayRunAgain(error: unknown): boolean {
  if (error instanceof CommitUnknown) return false;
  const fault = faultOf(error);
  return fault === 'conflict' || fault === 'lost';
}
