/** Makes a PDF for a person who waits for it, and says why it could not be made. */
import { AppError } from '#lib/contract/errors.ts';
import { NoTurn } from '../../core/fair-queue.ts';
import { log } from '../../core/process/log.ts';
import { IsolatedError } from '../run-isolated.ts';
import type { Book } from './book.ts';
import { makeBook } from './make-book.ts';

interface Wanted {
  /** The caller: the queue rotates between owners. */
  owner: string;
  /** What to do instead, in a sentence's end: 请下载资料包（ZIP）或稍候再试. */
  instead: string;
  readFiles?: () => Promise<Uint8Array[]>;
}

/** Throws 429 when many are being made, 503 when it cannot be made. */
export async function answerBook(
  book: Book,
  { owner, instead, readFiles = async () => [] }: Wanted,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await makeBook(book, owner, readFiles));
  } catch (error) {
    if (error instanceof NoTurn) throw new AppError(429, '正在生成的PDF较多，请稍候再试', { retry_after: 5 });
    if (!(error instanceof IsolatedError)) throw error;
    log().error({ err: error, title: book.title }, 'a PDF was not made');
    throw new AppError(503, `暂时无法生成PDF，${instead}`);
  }
}
