/** Reads a table that came from outside, in a process of its own (engines/run-isolated.ts). Few are read at once, and few wait. */
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import { FairQueue } from '../../core/fair-queue.ts';
import { sourceFile } from '../../core/process/source-file.ts';
import { IsolatedError, runIsolated } from '../run-isolated.ts';
import { TableError, type TableFile, type TableLimits } from './limits.ts';
import type { ReaderAnswer, ReaderOrder } from './reader.ts';

const readerFile = sourceFile('#lib/server/engines/tables/reader.ts');

/** For any number of callers: two processes with their heaps at once. */
const turns = new FairQueue({ slots: 2, perKey: 1, waiting: 2, waitMs: 15_000 });

/** Memory of a process besides its heap, MB. */
const besides = 256;

const refusals = {
  slow: '过于复杂，请只保留需要的行和列，或另存为 CSV（UTF-8）再导入。',
  broken: '内容过多或已损坏，请只保留需要的行和列，或拆成几个文件再导入。',
};

/**
 * The rows of a CSV or of a sheet of an XLSX, as texts. `owner` is the caller: the queue rotates between owners. `spec`
 * is the expected table. Throws TableError with a predicate that follows the file's name, NoTurn when too many wait.
 */
export async function readTable(
  bytes: Uint8Array,
  limits: TableLimits,
  owner: string,
  spec: TableSpec | null = null,
): Promise<TableFile> {
  if (bytes.byteLength > limits.bytes)
    throw new TableError(`超过 ${limits.bytes / 1024 / 1024} MB，请拆成几个文件再导入。`);
  const end = await turns.enter(owner);
  try {
    return await readIsolated(bytes, { limits, spec });
  } finally {
    end();
  }
}

async function readIsolated(bytes: Uint8Array, order: ReaderOrder): Promise<TableFile> {
  const { heap, time, unpacked } = order.limits;
  try {
    const said = await runIsolated({
      program: readerFile,
      argument: JSON.stringify(order),
      bytes,
      heap,
      memory: heap + besides + unpacked / 1024 / 1024,
      time,
      hasAddons: false,
    });
    const answer: ReaderAnswer = JSON.parse(Buffer.from(said).toString('utf8'));
    if ('refusal' in answer) throw new TableError(answer.refusal);
    return answer;
  } catch (error) {
    throw error instanceof IsolatedError ? new TableError(refusals[error.failure]) : error;
  }
}
