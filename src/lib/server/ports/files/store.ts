/**
 * The file store, a folder of the data directory or a bucket (FILES_TO): companies' files, pictures and films of items.
 */
import path from 'node:path';
import { openStore } from '../../backup/open-store.ts';
import type { Store } from '../../backup/store.ts';
import { env } from '../../core/process/env.ts';

/**
 * Name of one part under an address. A company's file has itself (`stored`) and a picture of it without a watermark
 * (`preview`), which is never given out unchanged. Pictures and films of items have parts of their own.
 */
export type FilePart = 'stored' | 'preview' | (string & {});

export interface FileStore {
  put(address: string, part: FilePart, bytes: Buffer): Promise<void>;
  /** Undefined when there is none. */
  find(address: string, part: FilePart): Promise<Buffer | undefined>;
  /** Removes everything under an address; no error when there is nothing. */
  remove(address: string): Promise<void>;
}

const patience = 10_000;
const opened = new Map<string, Promise<Store>>();

/** The store itself, with the listing of its parts, for backups. One per process and place. */
export function openFilesStore(to: string = placeOf()): Promise<Store> {
  const opening = opened.get(to) ?? openStore(to, { name: '文件', setting: 'FILES_TO', patience });
  opened.set(to, opening);
  return opening;
}

/** The store of this process; `to` is FILES_TO, or another place. */
export async function openFiles(to: string = placeOf()): Promise<FileStore> {
  const store = await openFilesStore(to);
  return {
    put: (address, part, bytes) => store.put(`${address}/${part}`, bytes),
    find: (address, part) => store.find(`${address}/${part}`),
    remove: (address) => store.remove(address),
  };
}

function placeOf(): string {
  const { FILES_TO, DATA_DIR } = env();
  return FILES_TO ?? path.resolve(DATA_DIR, 'files');
}

/**
 * The address of a file's row: by its digest and by the row, so that removing a row never removes another row's bytes.
 */
export function addressOf({ id, digest }: { id: number; digest: string }): string {
  return `${digest}-${id}`;
}
