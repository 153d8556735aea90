/** A connection leased from the pool, and the two faults that one may have when it is taken. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { endsConnection, faultOf } from '../core/process/database-faults.ts';
import { recordFullDisk } from '../core/process/full-disk.ts';
import { enterPool, type Pass } from './gate.ts';
import { nameOf } from './statement-names.ts';

/** How long a refused connection is retried; a restart takes about a second. */
const patienceMs = 3_000;
const longestPauseMs = 200;

/** Milliseconds before the next try: doubled each time, and spread so that not all come at once. */
export function backOff(attempt: number, most = longestPauseMs): number {
  return Math.min(most, 10 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** Used instead of the driver's client, so that a connection that failed is closed at once, and once. */
export interface Lease {
  query: pg.PoolClient['query'];
  /** Gives it back to the pool; closes it if it failed, or if it shall not be used again. The first call counts. */
  end(isBroken?: boolean): void;
}

/** When each connection was opened, epoch ms. */
const openedAt = new WeakMap<pg.PoolClient, number>();

/** Call for every connection of a pool when it is opened. */
export function recordOpened(client: pg.PoolClient): void {
  openedAt.set(client, Date.now());
}

/**
 * A connection of the pool. One that the database refuses or drops while it is opened is retried for a while: nothing
 * was sent yet, so that is safe for writes too. Throws when there is none in time.
 */
export async function takeLease(pool: pg.Pool): Promise<Lease> {
  const pass = await enterPool(pool);
  const end = Date.now() + patienceMs;
  for (let attempt = 0; ; attempt++) {
    try {
      const client = await pool.connect();
      if ((openedAt.get(client) ?? Number.POSITIVE_INFINITY) >= pass.opensAfter) return leaseOf(client, pass);
      client.release(true);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'lost' && Date.now() < end) {
        await pause(backOff(attempt));
        continue;
      }
      if (fault === 'silent') pass.silent();
      pass.leave();
      throw error;
    }
  }
}

function leaseOf(client: pg.PoolClient, pass: Pass): Lease {
  let isOver = false;
  function release(isBroken = false): void {
    if (isOver) return;
    isOver = true;
    client.release(isBroken);
    pass.leave();
  }
  async function answered(ask: () => Promise<unknown>): Promise<unknown> {
    // After a silence the statement may still come to an end: what follows must not be answered by it.
    if (isOver) throw new Error('Connection terminated');
    try {
      const result = await ask();
      pass.answered();
      return result;
    } catch (error) {
      recordFullDisk(error);
      if (faultOf(error) === 'silent') pass.silent();
      if (endsConnection(error)) release(true);
      throw error;
    }
  }
  const query = (...args: unknown[]): Promise<unknown> =>
    answered(() => Reflect.apply(client.query, client, named(args)));
  // The driver's overloads cannot be written down once more; only its promises are used.
  return { query: query as Lease['query'], end: release };
}

/** The driver's arguments, with a name for a frequent statement. */
function named(args: unknown[]): unknown[] {
  const [statement, values] = args;
  if (!Array.isArray(values) || values.length === 0) return args;
  // A named statement, or one that sends itself (COPY), stays unchanged.
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return args;
  if (!('text' in statement) || typeof statement.text !== 'string' || fieldOf(statement, 'name')) return args;
  const name = nameOf(statement.text);
  return name === undefined ? args : [{ ...statement, name }, values];
}
