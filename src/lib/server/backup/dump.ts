/** Writes a backup: every row of every table as of one moment. */
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { directUrl } from '#lib/server/core/process/direct-url.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { copyRows } from './copy.ts';
import { compareLedgers } from './ledgers.ts';
import { type DumpedTable, type Manifest, writeManifest } from './manifest.ts';
import { type Keys, makeKeys, sealPart, sha256 } from './seal.ts';
import type { Store } from './store.ts';
import { readMigrations, readSequences, readTables, settings, type TableShape } from './tables.ts';

/** Without it, the later of two concurrent backups would treat the earlier one as broken off. */
const lock = 7_310_942_120;

/** Held in memory at a time, compressed. */
const partBytes = 8 * 1024 * 1024;

export interface Dumped {
  manifest: Manifest;
  /** Books that did not agree with their accounts already in the database. */
  wrong: string[];
}

/** `yaopi-20261122T061500Z`: by name is by time. */
export function backupName(now: Date): string {
  return `yaopi-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** The moment in a backup's name. */
export function backupTime(name: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^yaopi-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Cuts what comes into parts; the last may be smaller, and there is at least one. */
async function* cut(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes < partBytes) continue;
    yield Buffer.concat(pieces);
    [pieces, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

async function dumpTable(
  client: pg.ClientBase,
  table: TableShape,
  put: (bytes: Buffer) => Promise<DumpedTable['parts'][number]>,
): Promise<DumpedTable> {
  const parts: DumpedTable['parts'] = [];
  const copied = await copyRows(client, table, (rows) =>
    pipeline(rows, createGzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const bytes of cut(source)) parts.push(await put(bytes));
    }),
  );
  return { ...table, ...copied, parts };
}

async function dumpInto(
  client: pg.ClientBase,
  store: Store,
  keys: Keys | undefined,
  now: Date,
): Promise<Dumped> {
  const name = backupName(now);
  let number = 0;
  const put = async (bytes: Buffer) => {
    number += 1;
    const part = `${name}/part-${String(number).padStart(6, '0')}`;
    const sealed = sealPart(keys, number, part, bytes);
    await store.put(part, sealed);
    return { name: part, number, sha256: sha256(sealed) };
  };
  const { rows: taken } = await client.query(`SELECT pg_try_advisory_lock(${lock}) AS free`);
  if (!taken[0]?.free) throw new StartupError('另一个备份正在进行，请等它结束。');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(settings);
  const { rows } = await client.query('SHOW server_version');
  const { totals, wrong } = await compareLedgers(client);
  const migrations = await readMigrations(client);
  const tables: DumpedTable[] = [];
  for (const table of await readTables(client)) tables.push(await dumpTable(client, table, put));
  const manifest: Manifest = {
    format: 1,
    name,
    createdAt: now.toISOString(),
    postgres: String(rows[0]?.server_version),
    migrations,
    lock: keys?.lock ?? null,
    tables,
    sequences: await readSequences(client),
    ledgers: totals,
  };
  await client.query('COMMIT');
  await writeManifest(store, keys, manifest);
  return { manifest, wrong };
}

/**
 * Writes a backup of the database at `url` into the store, encrypted when there is a key. The shop may run: all rows
 * are of the moment at which it began.
 */
export async function dump(url: string, store: Store, key: string | undefined, now: Date): Promise<Dumped> {
  const keys = key === undefined ? undefined : await makeKeys(key);
  const client = new pg.Client({ connectionString: directUrl(url), application_name: 'yaopi backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await dumpInto(client, store, keys, now);
  } finally {
    await client.end();
  }
}
