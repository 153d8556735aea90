/** Makes a PDF in a process of its own: the font, the scans and what they unpack to are never in the server's memory. */
import { ApartError, runApart } from '../apart/run-apart.ts';
import { log } from '../process/log.ts';
import { sourceFile } from '../process/source-file.ts';
import { FairQueue } from '../shares/fair-queue.ts';
import { type Book, bookLimits } from './book.ts';
import type { BookOrder } from './maker.ts';

const maker = sourceFile('#lib/server/pdf/maker.ts');

const turns = new FairQueue({ slots: 2, perKey: 1, waiting: 2, together: 8, waitMs: 20_000 });

/**
 * The PDF of a book. `owner` is who asks: each has its turn. `readFiles` is called in its turn and answers the files that
 * the parts name by their places; an empty one is said to be too large. Where the scans together are more than the
 * program can bear they are left out, and a page in the place of each says so. Throws NoTurn when too many wait,
 * ApartError when it cannot be made even so.
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
      if (!(error instanceof ApartError)) throw error;
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
  // Of a buffer of its own, which is handed over and not copied.
  const bytes = new Uint8Array(4 + json.byteLength + files.reduce((sum, file) => sum + file.byteLength, 0));
  let at = 0;
  for (const part of [length, json, ...files]) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return runApart({ program: maker, argument: '', bytes, heap, memory, time, hasAddons: true });
}
