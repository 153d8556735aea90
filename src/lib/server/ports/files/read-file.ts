/** Reads an external file in a process of its own (engines/run-isolated.ts). Few are read at once, and few wait. */

import { FairQueue } from '../../core/fair-queue.ts';
import { sourceFile } from '../../core/process/source-file.ts';
import { IsolatedError, runIsolated } from '../../engines/run-isolated.ts';
import { FileError, fileLimits } from './limits.ts';
import type { ReadBytes } from './read-picture.ts';
import type { ReadAs, ReadHead } from './reader.ts';

const readerFile = sourceFile('#lib/server/ports/files/reader.ts');

/** Pictures are uploaded five at a time, one after the other. */
const turns = new FairQueue({ slots: 2, perKey: 1, waiting: 8, waitMs: 15_000 });

const refusals = {
  slow: '过于复杂，请缩小或重新拍照后上传',
  broken: '无法打开，可能过大或已损坏，请缩小或重新拍照后上传',
};

/**
 * The kind of a file and its stored form. `owner` is the caller: the queue rotates between owners. Throws FileError
 * with a predicate that follows the file's name, NoTurn when too many wait.
 */
export async function readFile(
  bytes: Uint8Array,
  owner: string,
  as: ReadAs = 'document',
): Promise<ReadBytes> {
  if (bytes.byteLength > fileLimits.bytes)
    throw new FileError(`超过 ${fileLimits.bytes / 1024 / 1024} MB，请缩小后上传`);
  const end = await turns.enter(owner);
  try {
    return await readIsolated(bytes, as);
  } catch (error) {
    throw error instanceof IsolatedError ? new FileError(refusals[error.failure]) : error;
  } finally {
    end();
  }
}

async function readIsolated(bytes: Uint8Array, as: ReadAs): Promise<ReadBytes> {
  const { heap, memory, time } = fileLimits;
  const said = Buffer.from(
    await runIsolated({ program: readerFile, argument: as, bytes, heap, memory, time, hasAddons: true }),
  );
  const from = 4 + said.readUInt32BE(0);
  const head: ReadHead = JSON.parse(said.subarray(4, from).toString('utf8'));
  if ('refusal' in head) throw new FileError(head.refusal);
  const { storedBytes, ...facts } = head;
  const middle = from + storedBytes;
  return { ...facts, stored: said.subarray(from, middle), preview: said.subarray(middle) };
}
