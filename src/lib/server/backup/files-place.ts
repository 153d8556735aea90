/**
 * The location of file backups: in `files` next to the backups, outside of their retention. One folder has files
 * encrypted under one key (`sealed-…`), another those copied without a key (`plain`). Names below it are those of the
 * file store.
 */
import { z } from 'zod';
import { StartupError } from '../core/process/env.ts';
import { openStore } from './open-store.ts';
import { type Keys, makeKeys, openFile, openKeys, sealFile } from './seal.ts';
import type { Store } from './store.ts';

const plain = 'plain';
const lock = z.object({ salt: z.string(), check: z.string() });
const lockPart = 'lock.json';
const gonePart = 'gone.json';
const own = new Set([lockPart, gonePart]);

/** The file location of a backup location: inside of it, because that is the writable volume. */
export function filesPlaceOf(backupTo: string): string {
  let place = backupTo;
  while (place.endsWith('/')) place = place.slice(0, -1);
  return `${place}/files`;
}

export function openFilesPlace(backupTo: string): Promise<Store> {
  return openStore(filesPlaceOf(backupTo));
}

/** One folder of the location. */
export interface Shelf {
  name: string;
  /** Undefined: without a key. */
  keys: Keys | undefined;
}

async function openShelf(store: Store, name: string, key: string | undefined): Promise<Shelf | undefined> {
  if (name === plain) return { name, keys: undefined };
  const bytes = await store.find(`${name}/${lockPart}`);
  if (bytes === undefined || key === undefined) return undefined;
  try {
    return { name, keys: await openKeys(key, lock.parse(JSON.parse(bytes.toString()))) };
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** The folders that this key opens, and those without a key; how many others there are. */
export async function openShelves(
  store: Store,
  key: string | undefined,
): Promise<{ shelves: Shelf[]; closed: number }> {
  const names = (await store.list()).filter((name) => name === plain || name.startsWith('sealed-'));
  const shelves: Shelf[] = [];
  for (const name of names) {
    const shelf = await openShelf(store, name, key);
    if (shelf !== undefined) shelves.push(shelf);
  }
  return { shelves, closed: names.length - shelves.length };
}

/** The folder that this backup writes into: with a key one of this key, without one the plain one. */
export async function ownShelf(store: Store, key: string | undefined): Promise<Shelf> {
  if (key === undefined) return { name: plain, keys: undefined };
  const { shelves } = await openShelves(store, key);
  const there = shelves.find(({ keys }) => keys !== undefined);
  if (there !== undefined) return there;
  const keys = await makeKeys(key);
  const name = `sealed-${Buffer.from(keys.lock.salt, 'base64').toString('hex')}`;
  await store.put(`${name}/${lockPart}`, Buffer.from(JSON.stringify(keys.lock)));
  return { name, keys };
}

/** The names of the files in a folder, without those of its own. */
export async function* namesOn(store: Store, { name }: Shelf): AsyncGenerator<string> {
  for await (const part of store.parts(name)) if (!own.has(part)) yield part;
}

export async function keepOn(store: Store, shelf: Shelf, file: string, bytes: Buffer): Promise<void> {
  await store.put(`${shelf.name}/${file}`, sealFile(shelf.keys, file, bytes));
}

/** The bytes of a file; undefined where it is missing or not what was copied. */
export async function takeFrom(store: Store, shelf: Shelf, file: string): Promise<Buffer | undefined> {
  const saved = await store.find(`${shelf.name}/${file}`);
  return saved === undefined ? undefined : openFile(shelf.keys, file, saved);
}

const goneSchema = z.record(z.string(), z.iso.datetime());

/** Addresses that the source has not any more, with the moment at which that was seen first. */
export type Gone = z.infer<typeof goneSchema>;

export async function readGone(store: Store, { name }: Shelf): Promise<Gone> {
  const bytes = await store.find(`${name}/${gonePart}`);
  return bytes === undefined ? {} : goneSchema.parse(JSON.parse(bytes.toString()));
}

export async function writeGone(store: Store, { name }: Shelf, gone: Gone): Promise<void> {
  await store.put(`${name}/${gonePart}`, Buffer.from(JSON.stringify(gone)));
}
