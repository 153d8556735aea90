/**
 * Makes a PDF in a process of its own: the font, the scans and their unpacked content are never in the server's memory.
 */

import { FairQueue } from '../../core/fair-queue.ts';
import { log } from '../../core/process/log.ts';
import { sourceFile } from '../../core/process/source-file.ts';
import { IsolatedError, runIsolated } from '../run-isolated.ts';
import { type Book, bookLimits } from './book.ts';
import type { BookOrder } from './maker.ts';

const maker = sourceFile('#lib/server/engines/pdf/maker.ts');

const turns = new FairQueue({ slots: 2, perKey: 1, waiting: 2, together: 8, waitMs: 20_000 });

/**
 * The PDF of a book. `owner` is the caller: the queue rotates between owners. `readFiles` is called in its turn and
 * returns the files in the order of the parts' indexes; an empty one is reported as too large. Scans that together
 * exceed the program's limit are left out, and a page in place of each says so. Throws NoTurn when too many wait,
 * IsolatedError when it cannot be made even so.
 */
export async function makeBook(
  book: Book,
  owner: string,
  readFiles: () => Promise<Uint8Array[]>,
): Promise<Uint8Array> {
  const end = await turns.enter(owner);
  try {
    try {
      return await run(book, await readFiles());
    } catch (error) {
      if (!(error instanceof IsolatedError)) throw error;
      log().warn({ err: error, title: book.title }, 'a PDF is made without its scans');
      return await run(book, []);
    }
  } finally {
    end();
  }
}

function run(book: Book, files: readonly Uint8Array[]): Promise<Uint8Array> {
  const order: BookOrder = { book, files: files.map(({ byteLength }) => byteLength) };
  const json = Buffer.from(JSON.stringify(order));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.byteLength);
  const { heap, memory, time } = bookLimits;
  // A buffer of its own, which is transferred instead of copied.
  const bytes = new Uint8Array(4 + json.byteLength + files.reduce((sum, file) => sum + file.byteLength, 0));
  let at = 0;
  for (const part of [length, json, ...files]) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return runIsolated({ program: maker, argument: '', bytes, heap, memory, time, hasAddons: true });
}
