/**
 * The last release as it was: its migrations and a backup of its demo, with a row at least in every table, in one file
 * (`npm run release-data` makes it at a release). The test of upgrades begins with it.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { dump } from '#lib/server/backup/dump.ts';
import { load } from '#lib/server/backup/load.ts';
import { type Manifest, readManifest } from '#lib/server/backup/manifest.ts';
import type { Store } from '#lib/server/backup/store.ts';

const file = path.join(import.meta.dirname, '../server/data/release.json.br');
const migrationsFolder = path.join(import.meta.dirname, '../../src/lib/server/db/migrations');

const schema = z.object({
  backup: z.string(),
  /** Text by name in the folder of migrations. */
  migrations: z.record(z.string(), z.string()),
  /** Base64 by name in the store. */
  parts: z.record(z.string(), z.string()),
});

function memoryStore(parts: Record<string, string>): Store {
  return {
    where: 'memory',
    put: async (name, bytes) => {
      parts[name] = bytes.toString('base64');
    },
    find: async (name) => (parts[name] === undefined ? undefined : Buffer.from(parts[name], 'base64')),
    list: async () => [],
    async *parts() {
      yield* Object.keys(parts);
    },
    remove: async () => {},
    close: () => {},
  };
}

/** Writes the file from a database of this version; answers its size in bytes. */
export async function writeRelease(url: string, now: Date): Promise<number> {
  const parts: Record<string, string> = {};
  const { manifest } = await dump(url, memoryStore(parts), undefined, now);
  const journal = path.join('meta', '_journal.json');
  const names = [...readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')), journal];
  const migrations = Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(migrationsFolder, name), 'utf8')]),
  );
  const text = JSON.stringify({ backup: manifest.name, migrations, parts } satisfies z.infer<typeof schema>);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const bytes = brotliCompressSync(text, { params });
  writeFileSync(file, bytes);
  return bytes.byteLength;
}

/** Makes an empty database what it was at the last release; answers which tables that were, with their rows. */
export async function restoreRelease(url: string): Promise<Manifest> {
  const text = brotliDecompressSync(readFileSync(file)).toString();
  const { backup, migrations, parts } = schema.parse(JSON.parse(text));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-release-'));
  const client = new pg.Client({ connectionString: url });
  try {
    mkdirSync(path.join(folder, 'meta'));
    for (const [name, content] of Object.entries(migrations)) writeFileSync(path.join(folder, name), content);
    await client.connect();
    await client.query('SET client_min_messages = warning');
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const store = memoryStore(parts);
  const read = await readManifest(store, backup, undefined);
  await load(url, { store, ...read });
  return read.manifest;
}
