/** Rows in and out as COPY reads and writes them. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { quoted, type TableShape } from './tables.ts';

function named({ name, columns }: TableShape): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** Passes the table's rows to `sink`; returns their number and check sum. */
export async function copyRows(
  client: pg.ClientBase,
  table: TableShape,
  sink: (rows: Readable) => Promise<unknown>,
): Promise<{ rows: number; sha256: string }> {
  const copy = client.query(copyTo(`COPY ${named(table)} TO STDOUT`));
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of copy) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await sink(Readable.from(hashed(), { objectMode: false }));
  // The rows end before the database has reported their number; the next query is answered after that.
  await client.query('SELECT 1');
  return { rows: copy.rowCount, sha256: hash.digest('hex') };
}

/** Reads the table for its count and check sum alone. */
export function checkRows(
  client: pg.ClientBase,
  table: TableShape,
): Promise<{ rows: number; sha256: string }> {
  return copyRows(client, table, async (rows) => {
    for await (const _ of rows);
  });
}

/** Fills a table with what `rows` brings, in COPY's form. */
export async function fillRows(client: pg.ClientBase, table: TableShape, rows: Readable): Promise<void> {
  await pipeline(rows, client.query(copyFrom(`COPY ${named(table)} FROM STDIN`)));
}
