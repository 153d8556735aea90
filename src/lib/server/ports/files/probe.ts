/** Checks for /api/health whether companies' files can be stored. A full or read-only disk refuses uploads. */
import os from 'node:os';
import { log } from '../../core/process/log.ts';
import { openFiles } from './store.ts';

/** A result is valid this long, ms: health is requested every few seconds, and each write to a bucket costs money. */
const holdsMs = 15_000;

let last = { at: Number.NEGATIVE_INFINITY, works: Promise.resolve(true) };

async function write(): Promise<boolean> {
  try {
    const files = await openFiles();
    // A whole disk page: a full disk still takes a few bytes into an existing file.
    await files.put(`health-${os.hostname()}`, 'stored', Buffer.alloc(4096, 1));
    return true;
  } catch (error) {
    log().error({ err: error }, 'the place of files takes no file');
    return false;
  }
}

/** Whether a file could be written within the last 15 seconds. */
export function canStoreFiles(): Promise<boolean> {
  const at = performance.now();
  if (at - last.at > holdsMs) last = { at, works: write() };
  return last.works;
}

/** Discards the result after a failed upload, so that the next check writes again. */
export function recordFilesFailed(): void {
  last = { at: performance.now(), works: Promise.resolve(false) };
}
