/** The manifest of a backup. It is written last: a backup without one is incomplete. */
import { z } from 'zod';
import { StartupError } from '#lib/server/core/process/env.ts';
import { isSignedBy, type Keys, openKeys, signManifest } from './seal.ts';
import type { Store } from './store.ts';

const part = z.object({
  name: z.string(),
  /** Place in the whole backup, from 1. */
  number: z.int().positive(),
  sha256: z.string(),
});

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** Of the rows in COPY format, before compression and encryption. */
  sha256: z.string(),
  parts: z.array(part),
});

const schema = z.object({
  format: z.literal(1),
  name: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  /** Moments of the migrations that made the tables, oldest first. */
  migrations: z.array(z.number()),
  /** Null: not encrypted. */
  lock: z.object({ salt: z.string(), check: z.string() }).nullable(),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** Sums of the ledgers in fen and points, to be compared by people. */
  ledgers: z.record(z.string(), z.string()),
});

export type Manifest = z.infer<typeof schema>;
export type DumpedTable = z.infer<typeof table>;

const signed = z.object({ manifest: schema, signature: z.string() });

function fileOf(backup: string): string {
  return `${backup}/manifest.json`;
}

export async function writeManifest(store: Store, keys: Keys | undefined, manifest: Manifest): Promise<void> {
  // As it will be read: the schema's order of keys is part of what is signed.
  const parsed = schema.parse(manifest);
  const signature = signManifest(keys, JSON.stringify(parsed));
  const text = `${JSON.stringify({ manifest: parsed, signature }, null, 1)}\n`;
  await store.put(fileOf(manifest.name), Buffer.from(text));
}

export async function hasManifest(store: Store, backup: string): Promise<boolean> {
  return (await store.find(fileOf(backup))) !== undefined;
}

function parse(backup: string, bytes: Buffer): z.infer<typeof signed> {
  try {
    return signed.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new StartupError(`备份 ${backup} 的清单已损坏，不能恢复。请换一份备份。`);
  }
}

/** Reads and checks the manifest. Throws a StartupError when it is missing, damaged, or sealed with another key. */
export async function readManifest(
  store: Store,
  backup: string,
  key: string | undefined,
): Promise<{ manifest: Manifest; keys: Keys | undefined }> {
  const bytes = await store.find(fileOf(backup));
  if (bytes === undefined)
    throw new StartupError(
      `${store.where} 里没有完整的备份 ${backup}。可用的备份：npm run restore -- --list`,
    );
  const { manifest, signature } = parse(backup, bytes);
  const keys = manifest.lock === null ? undefined : await openKeys(key, manifest.lock);
  if (!isSignedBy(keys, JSON.stringify(manifest), signature) || manifest.name !== backup)
    throw new StartupError(`备份 ${backup} 的清单已损坏或被改动，不能恢复。请换一份备份。`);
  return { manifest, keys };
}
