/** BEGIN in one round trip with the statement behind it. */
import type pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { isWithout } from '../core/process/env.ts';

const begin = { name: 'begin', text: 'begin' };

/** Connections that know BEGIN by its name. */
const knowing = new WeakSet<pg.PoolClient>();

/** The driver's functions for writing statements. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  bind(statement: { statement: string }): void;
  execute(): void;
}

/**
 * Begins a transaction together with the parameterized statement of `ask` on an idle connection, and returns its
 * result. BEGIN is sent before it without a Sync: if it fails, the server skips the statement too. A connection parses
 * BEGIN in a separate round trip the first time.
 */
export async function beginWith(client: pg.PoolClient, ask: () => Promise<unknown>): Promise<unknown> {
  const wire: unknown = fieldOf(client, 'connection');
  if (
    !knowing.has(client) ||
    fieldOf(client, 'readyForQuery') !== true ||
    !isWire(wire) ||
    isWithout('begin-ahead')
  ) {
    await client.query(begin);
    knowing.add(client);
    return ask();
  }
  wire.stream.cork();
  let asked: Promise<unknown>;
  try {
    wire.bind({ statement: begin.name });
    wire.execute();
    asked = ask();
  } finally {
    wire.stream.uncork();
  }
  // The driver takes the results for those of one text of two statements.
  const results = await asked;
  return Array.isArray(results) ? results.at(-1) : results;
}

function isWire(value: unknown): value is Wire {
  const isThere = (name: string) => typeof fieldOf(value, name) === 'function';
  return (
    isThere('bind') && isThere('execute') && typeof fieldOf(fieldOf(value, 'stream'), 'cork') === 'function'
  );
}
