/** Storage of backups and files: a folder, or an S3 bucket. */
import { mkdir, opendir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#lib/server/core/process/env.ts';
import { codeOf } from '#lib/server/core/process/error-facts.ts';

/** Names are `backup/part`; a name is written once. */
export interface Store {
  /** For people. */
  where: string;
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is none. */
  find(name: string): Promise<Buffer | undefined>;
  /** The names of the backups, whole and half ones, oldest first. */
  list(): Promise<string[]>;
  /**
   * The names of all parts, in no order, read page by page: they are never all in memory. `under` is a folder of the
   * store; names are then given from there on.
   */
  parts(under?: string): AsyncGenerator<string>;
  /** Removes a backup with all its parts. */
  remove(backup: string): Promise<void>;
  close(): void;
}

/** The purpose of a store, for its error messages. */
export interface StoreUse {
  name: string;
  /** The setting with its location. */
  setting: string;
  /** Timeout of a bucket's response, ms; without it there is none. */
  patience?: number;
}

/** Ends the name of a part that is still being written: each writing of it has a name of its own. */
const half = '.half';
let writings = 0;

export const backups: StoreUse = { name: '备份', setting: 'BACKUP_TO' };

/** Files under a folder, by their names from there on; what is still being written is none. */
async function* partsIn(folder: string, start: string): AsyncGenerator<string> {
  const entries = await opendir(path.join(folder, start)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    const name = `${start}${entry.name}`;
    if (entry.isDirectory()) yield* partsIn(folder, `${name}/`);
    else if (!name.endsWith(half)) yield name;
  }
}

/** A folder of this machine. */
export function folderStore(folder: string, { name: use }: StoreUse = backups): Store {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    where: folder,
    put: async (name, bytes) => {
      const file = fileOf(name);
      writings += 1;
      const draft = `${file}.${process.pid}-${writings}${half}`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        // A file under its name is whole, and on the disk before the manifest that counts it.
        await writeFile(draft, bytes, { mode: 0o600, flush: true });
        await rename(draft, file);
      } catch (error) {
        throw new StartupError(`不能写入${use}文件夹 ${folder}（${codeOf(error) ?? '未知错误'}）。`);
      }
    },
    find: async (name) => {
      try {
        return await readFile(fileOf(name));
      } catch (error) {
        if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
        throw new StartupError(`不能读取${use}文件 ${fileOf(name)}（${codeOf(error) ?? '未知错误'}）。`);
      }
    },
    list: async () => {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
    },
    parts: (under = '') => partsIn(path.join(folder, under), ''),
    remove: (backup) => rm(fileOf(backup), { recursive: true, force: true }),
    close: () => {},
  };
}
