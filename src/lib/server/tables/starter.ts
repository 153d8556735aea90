/** The thread that starts the processes which read tables, one a file, and hears what they say; see read-table.ts. */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { TableLimits } from './limits.ts';

export interface Order {
  id: number;
  bytes: Uint8Array;
  limits: TableLimits;
}

export type Report =
  | { id: number; said: string; refusal?: undefined }
  | { id: number; said?: undefined; refusal: string };

const readerFile = path.join(import.meta.dirname, 'reader.ts');

/** From the start of a process until it has the whole file, ms: on a busy machine its modules take their time. */
const startTime = 15_000;

const refusals = {
  slow: '过于复杂，请只保留需要的行和列，或另存为 CSV（UTF-8）再导入。',
  broken: '内容过多或已损坏，请只保留需要的行和列，或拆成几个文件再导入。',
};

/** Each flag: a bound on the heap; neither writing, nor starting processes, nor threads. */
function flagsOf(limits: TableLimits): string[] {
  return [
    `--max-old-space-size=${limits.heap}`,
    '--max-semi-space-size=4',
    '--permission',
    '--allow-fs-read=*',
  ];
}

/** It gets what time the requests leave it. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system keeps priorities to itself.
  }
}

function read({ id, bytes, limits }: Order, report: (report: Report) => void): void {
  const child = spawn(process.execPath, [...flagsOf(limits), readerFile, JSON.stringify(limits)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // None of our secrets and settings.
    env: {},
  });
  stepBack(child.pid);
  let isReported = false;
  function end(one: Report): void {
    if (isReported) return;
    isReported = true;
    clearTimeout(timer);
    report(one);
  }
  function tooSlow(): void {
    end({ id, refusal: refusals.slow });
    child.kill('SIGKILL');
  }
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
  child.on('error', () => end({ id, refusal: refusals.broken }));
  child.on('close', (code) => {
    if (code === 0) end({ id, said: Buffer.concat(pieces).toString('utf8') });
    else end({ id, refusal: refusals.broken });
  });
  child.stdin.end(bytes);
}

parentPort?.on('message', (order: Order) => read(order, (report) => parentPort?.postMessage(report)));
