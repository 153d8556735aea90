/** An uploaded file in its stored form, or a sentence that says why it is refused. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/uploads.ts';
import { tailOf } from '#lib/rules/text/cut.ts';
import { NoTurn } from '../../core/fair-queue.ts';
import { FileError } from './limits.ts';
import { readFile } from './read-file.ts';
import type { ReadBytes } from './read-picture.ts';
import type { ReadAs } from './reader.ts';

const longestName = 100;

/**
 * Reads an upload; the queue rotates between owners. Throws 422 with a sentence for an unacceptable file, 429 when many
 * wait.
 */
export async function readUpload(file: Upload, owner: string, as?: ReadAs): Promise<ReadBytes> {
  try {
    return await readFile(file.bytes, owner, as);
  } catch (error) {
    if (error instanceof NoTurn)
      throw new AppError(429, '正在处理的文件较多，请稍候再试', { retry_after: 5 });
    if (error instanceof FileError) throw fieldError('file', `“${nameOfUpload(file)}”${error.message}`);
    throw error;
  }
}

/** The file's own name, without folders and unsuitable characters. */
export function nameOfUpload({ name }: Upload): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const plain = last.replace(/[\u0000-\u001f\u007f"<>]/g, '').trim();
  return tailOf(plain, longestName) || '未命名';
}
