/** Copies the files of the shop into the backup, and back. Names are immutable: a file that was copied is not read again. */
import { readFile } from 'node:fs/promises';
import { StartupError } from '../core/process/env.ts';
import {
  type Gone,
  keepOn,
  namesOn,
  openShelves,
  ownShelf,
  readGone,
  takeFrom,
  writeGone,
} from './files-place.ts';
import type { Store } from './store.ts';

/** Days that a file stays in the backup after it is gone from the shop: older database backups may name it. */
export const goneDays = 35;

const day = 86_400_000;
const atOnce = 4;

/** The files of a shop. */
export interface Files {
  /** FILES_TO. */
  store: Store;
  /** Files of earlier versions outside of the store, by the names that they would have in it, with their paths. */
  old?: () => AsyncGenerator<[name: string, file: string]>;
}

/** Copied and already there, in files; bytes of the copied ones; addresses that left the backup. */
export interface Copied {
  files: number;
  bytes: number;
  before: number;
  removed: number;
}

/** `address/part`; an address is removed as a whole. */
function addressIn(name: string): string {
  return name.split('/', 1)[0] ?? '';
}

/** Exports of own data last for days and can be made again; health writes a file to see whether it can. */
function isBackedUp(name: string): boolean {
  return name.includes('/') && !/^(?:export|health)-/.test(name);
}

/** Does the work for each of the items, a few at a time. After a failure none is begun; it is thrown when all have ended. */
async function each<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  async function worker(): Promise<void> {
    try {
      while (failures.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}

async function* sourcesOf({ store, old }: Files): AsyncGenerator<{ name: string; file?: string }> {
  for await (const name of store.parts()) if (isBackedUp(name)) yield { name };
  if (old !== undefined) for await (const [name, file] of old()) yield { name, file };
}

/**
 * Copies each file that the backup has not yet, sealed when there is a key; removes what has been gone from the shop for
 * {@link goneDays}. Throws a StartupError where the shop has no file at all and the backup has: then FILES_TO is another
 * place, or its disk is not mounted.
 */
export async function backUpFiles(
  files: Files,
  to: Store,
  key: string | undefined,
  now: Date,
): Promise<Copied> {
  const shelf = await ownShelf(to, key);
  const there = new Set<string>();
  for await (const name of namesOn(to, shelf)) there.add(name);
  const addresses = new Set<string>();
  const copied: Copied = { files: 0, bytes: 0, before: 0, removed: 0 };
  await each(sourcesOf(files), async ({ name, file }) => {
    addresses.add(addressIn(name));
    if (there.has(name)) {
      copied.before++;
      return;
    }
    const bytes = file === undefined ? await files.store.find(name) : await readFile(file);
    // It was removed since it was listed.
    if (bytes === undefined) return;
    there.add(name);
    await keepOn(to, shelf, name, bytes);
    copied.files++;
    copied.bytes += bytes.byteLength;
  });
  if (addresses.size === 0 && there.size > 0)
    throw new StartupError(
      `${files.store.where} 里没有文件，备份里有 ${there.size} 个。请检查 FILES_TO，备份里的文件没有改动。`,
    );
  const before = await readGone(to, shelf);
  const gone: Gone = {};
  for (const address of new Set([...there].map(addressIn))) {
    if (addresses.has(address)) continue;
    const since = before[address] ?? now.toISOString();
    if (now.getTime() - Date.parse(since) < goneDays * day) {
      gone[address] = since;
      continue;
    }
    await to.remove(`${shelf.name}/${address}`);
    copied.removed++;
  }
  if (JSON.stringify(gone) !== JSON.stringify(before)) await writeGone(to, shelf, gone);
  return copied;
}

export interface Restored {
  files: number;
  bytes: number;
  /** In the shop already. */
  before: number;
  /** Names of files whose copy is damaged, and that the shop has not either. */
  damaged: string[];
  /** Addresses that rows name, and that neither the shop nor the backup has. */
  missing: string[];
  /** Folders of the place that are sealed under another key. */
  closed: number;
}

/**
 * Restores the files that the shop lacks. `named` are the files that rows reference; existing files are left unchanged.
 */
export async function restoreFiles(
  store: Store,
  from: Store,
  key: string | undefined,
  named: AsyncIterable<string>,
): Promise<Restored> {
  const there = new Set<string>();
  for await (const name of store.parts()) there.add(name);
  const restored: Restored = { files: 0, bytes: 0, before: 0, damaged: [], missing: [], closed: 0 };
  const { shelves, closed } = await openShelves(from, key);
  restored.closed = closed;
  const damaged = new Set<string>();
  const brought = new Set<string>();
  for (const shelf of shelves) {
    await each(namesOn(from, shelf), async (name) => {
      if (brought.has(name)) return;
      if (there.has(name)) {
        restored.before++;
        return;
      }
      const bytes = await takeFrom(from, shelf, name);
      if (bytes === undefined) {
        damaged.add(name);
        return;
      }
      await store.put(name, bytes);
      brought.add(name);
      restored.files++;
      restored.bytes += bytes.byteLength;
    });
  }
  restored.damaged = [...damaged].filter((name) => !brought.has(name)).sort();
  const addresses = new Set([...there, ...brought].map(addressIn));
  for await (const address of named) if (!addresses.has(address)) restored.missing.push(address);
  return restored;
}
