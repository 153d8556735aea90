/** Reads a table that came from outside, in a process of its own (apart/run-apart.ts). Few are read at once, and few wait. */
import { ApartError, runApart } from '../apart/run-apart.ts';
import { sourceFile } from '../process/source-file.ts';
import { FairQueue } from '../shares/fair-queue.ts';
import { TableError, type TableLimits } from './limits.ts';
import type { ReaderAnswer } from './reader.ts';

const readerFile = sourceFile('#lib/server/tables/reader.ts');

/** However often it is asked: two processes with their heaps at once. */
const turns = new FairQueue({ slots: 2, perKey: 1, waiting: 2, waitMs: 15_000 });

/** What a process has besides its heap, MB. */
const besides = 256;

const refusals = {
  slow: '过于复杂，请只保留需要的行和列，或另存为 CSV（UTF-8）再导入。',
  broken: '内容过多或已损坏，请只保留需要的行和列，或拆成几个文件再导入。',
};

/**
 * The rows of a CSV or of the first sheet of an XLSX, as texts. `owner` is who asks: each has its turn. Throws
 * TableError with a predicate that follows the file's name, NoTurn when too many wait.
 */
export async function readTable(bytes: Uint8Array, limits: TableLimits, owner: string): Promise<string[][]> {
  if (bytes.byteLength > limits.bytes)
    throw new TableError(`超过 ${limits.bytes / 1024 / 1024} MB，请拆成几个文件再导入。`);
  const end = await turns.enter(owner);
  try {
    return await readApart(bytes, limits);
  } finally {
    end();
  }
}

async function readApart(bytes: Uint8Array, limits: TableLimits): Promise<string[][]> {
  const { heap, time } = limits;
  try {
    const said = await runApart({
      program: readerFile,
      argument: JSON.stringify(limits),
      bytes,
      heap,
      memory: heap + besides + limits.unpacked / 1024 / 1024,
      time,
      hasAddons: false,
    });
    const answer: ReaderAnswer = JSON.parse(Buffer.from(said).toString('utf8'));
    if ('refusal' in answer) throw new TableError(answer.refusal);
    return answer.rows;
  } catch (error) {
    throw error instanceof ApartError ? new TableError(refusals[error.failure]) : error;
  }
}
