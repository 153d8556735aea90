/**
 * Reads a table that came from outside in a process of its own, with a heap and a time: whatever the file does, the
 * server goes on. A thread would not do: one whose heap runs out within a native call takes its process with it.
 * Few are read at once, and few wait.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { FairQueue } from '../fair-queue.ts';
import { TableError, type TableLimits } from './limits.ts';
import type { ReaderAnswer } from './reader.ts';

/** Runs from the sources, which stand beside every build: in the bundle this module has another address. */
const readerFile = createRequire(import.meta.url).resolve('#lib/server/tables/reader.ts');

/** From the start of a process until it has the whole file, ms: on a busy machine its modules take their time. */
const startTime = 15_000;

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

/** Each flag: a bound on the heap; neither writing, nor starting processes, nor threads. */
function flagsOf(limits: TableLimits): string[] {
  return [
    `--max-old-space-size=${limits.heap}`,
    '--max-semi-space-size=4',
    '--permission',
    '--allow-fs-read=*',
  ];
}

/** What the process says at its end. Throws TableError when it takes too long or too much. */
function hear(bytes: Uint8Array, limits: TableLimits): Promise<string> {
  const child = spawn(process.execPath, [...flagsOf(limits), readerFile, JSON.stringify(limits)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // None of our secrets and settings.
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  function refuse(error: Error): void {
    reject(error);
    child.kill('SIGKILL');
  }
  const tooSlow = () =>
    refuse(new TableError('过于复杂，请只保留需要的行和列，或另存为 CSV（UTF-8）再导入。'));
  let timer = setTimeout(tooSlow, startTime);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => {
    if (pieces.length === 0) {
      clearTimeout(timer);
      timer = setTimeout(tooSlow, limits.time);
    }
    pieces.push(piece);
  });
  // It may end before it has read everything; its end says why.
  child.stdin.on('error', () => {});
  child.on('error', refuse);
  child.on('close', (code) => {
    clearTimeout(timer);
    if (code === 0) resolve(Buffer.concat(pieces).toString('utf8'));
    else reject(new TableError('内容过多或已损坏，请只保留需要的行和列，或拆成几个文件再导入。'));
  });
  child.stdin.end(bytes);
  return promise;
}
