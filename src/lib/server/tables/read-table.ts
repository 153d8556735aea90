/**
 * Reads a table that came from outside in a process of its own, with a heap and a time: whatever the file does, the
 * server goes on. A thread would not do: one whose heap runs out within a native call takes its process with it.
 * Few are read at once, and few wait.
 */
import { Worker } from 'node:worker_threads';
import { onShutdown } from '../process/lifecycle.ts';
import { sourceFile } from '../process/source-file.ts';
import { FairQueue } from '../shares/fair-queue.ts';
import { TableError, type TableLimits } from './limits.ts';
import type { ReaderAnswer } from './reader.ts';
import type { Order, Report } from './starter.ts';

const starterFile = sourceFile('#lib/server/tables/starter.ts');

/** However often it is asked: two processes with their heaps at once. */
const turns = new FairQueue({ slots: 2, perKey: 1, waiting: 2, waitMs: 15_000 });

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
  const said = await hear(bytes, limits);
  const answer: ReaderAnswer = JSON.parse(said);
  if ('refusal' in answer) throw new TableError(answer.refusal);
  return answer.rows;
}

let thread: Worker | undefined;
let lastId = 0;
const open = new Map<number, { resolve: (said: string) => void; reject: (error: unknown) => void }>();

/** What the process says at its end. Throws TableError when it takes too long or too much. */
function hear(bytes: Uint8Array, limits: TableLimits): Promise<string> {
  thread ??= startThread();
  const id = ++lastId;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  open.set(id, { resolve, reject });
  thread.ref();
  // Handed over where it is whole: files are large, and a copy of each would be one more.
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength;
  thread.postMessage({ id, bytes, limits } satisfies Order, isWhole ? [buffer] : []);
  return promise;
}

/** Starting a process holds its thread for tens of milliseconds: the one that answers requests has it done by another. */
function startThread(): Worker {
  onShutdown('table reader', 'resources', async () => void (await thread?.terminate()));
  const started = new Worker(starterFile, { name: 'tables', env: {}, stdout: true, stderr: true });
  started.on('message', ({ id, said, refusal }: Report) => {
    const one = open.get(id);
    open.delete(id);
    if (open.size === 0) started.unref();
    if (said === undefined) one?.reject(new TableError(refusal));
    else one?.resolve(said);
  });
  function drop(error: unknown): void {
    if (thread !== started) return;
    thread = undefined;
    for (const one of open.values()) one.reject(error);
    open.clear();
  }
  started.on('error', drop);
  started.on('exit', () => drop(new Error('the thread that reads tables ended')));
  return started;
}
