/** Asks the place of companies' files whether it takes one, for /api/health. A full or read-only disk refuses uploads. */
import os from 'node:os';
import { log } from '../process/log.ts';
import { openFiles } from './store.ts';

/** An answer holds this long, ms: health is asked every few seconds, and a bucket costs money a write. */
const holdsMs = 15_000;

let last = { at: Number.NEGATIVE_INFINITY, works: Promise.resolve(true) };

async function write(): Promise<boolean> {
  try {
    const files = await openFiles();
    // A whole page of the disk: a full one still takes a few bytes into a file that is there.
    await files.put(`health-${os.hostname()}`, 'stored', Buffer.alloc(4096, 1));
    return true;
  } catch (error) {
    log().error({ err: error }, 'the place of files takes no file');
    return false;
  }
}

/** Whether a file could be written within the last quarter of a minute. */
export function canStoreFiles(): Promise<boolean> {
  const at = performance.now();
  if (at - last.at > holdsMs) last = { at, works: write() };
  return last.works;
}

/** An upload failed: the next look asks anew. */
export function noteFilesFailed(): void {
  last = { at: performance.now(), works: Promise.resolve(false) };
}
