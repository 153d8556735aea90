/** The shop's tables, read from the database itself. */
import type pg from 'pg';

export interface TableShape {
  name: string;
  /** In the table's own order, without generated columns. */
  columns: string[];
}

/** Names in SQL: some tables are called like words of the language (`user`, `order`). */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Settings for writing and reading rows, the same on every server: exact numbers, one time zone, rows in their stored
 * order.
 */
export const settings = `
  SET LOCAL client_encoding = 'UTF8';
  SET LOCAL TimeZone = 'UTC';
  SET LOCAL DateStyle = 'ISO, YMD';
  SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 3;
  SET LOCAL bytea_output = 'hex';
  SET LOCAL synchronize_seqscans = off;
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Every table of ours, by name. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/**
 * The values of all sequences. They change outside of transactions: read after the rows, they are never behind them.
 */
export async function readSequences(
  client: pg.ClientBase,
): Promise<{ name: string; last: string; isCalled: boolean }[]> {
  const { rows: found } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`);
  const sequences: { name: string; last: string; isCalled: boolean }[] = [];
  for (const { name } of found) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}

/** Moments of the migrations that this database has seen; none in an empty one. */
export async function readMigrations(client: pg.ClientBase): Promise<number[]> {
  const { rows: found } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') AS name`);
  if (found[0]?.name === null) return [];
  const { rows } = await client.query<{ at: string }>(
    'SELECT created_at::text AS at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ at }) => Number(at));
}
