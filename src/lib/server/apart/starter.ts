/** The thread that starts the processes which read what came from outside, one a file, and hears what they say; see run-apart.ts. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';

export interface Work {
  /** The program, whose input is the file; it says a line feed when it has it all, then its answer. */
  program: string;
  /** What it is told besides. */
  argument: string;
  bytes: Uint8Array;
  /** Heap of its language, MB. */
  heap: number;
  /** All of its memory, MB: what libraries take is in no heap. Looked at where the system tells it. */
  memory: number;
  /** From the file to the answer, ms. */
  time: number;
  /** It needs libraries that are not of its language. */
  hasAddons: boolean;
}

/** Why there is no answer: it took too long, or it ended by itself, by its heap or by its memory. */
export type Failure = 'slow' | 'broken';

export type Order = Work & { id: number };
export type Report = { id: number; said: Uint8Array; failure?: undefined } | { id: number; failure: Failure };

/** From the start of a process until it has the whole file, ms: on a busy machine its modules take their time. */
const startTime = 15_000;
const lookEvery = 100;
const pageBytes = 4096;

/** Each flag: a bound on the heap; neither writing, nor starting processes, nor threads. */
function flagsOf({ heap, hasAddons }: Work): string[] {
  return [
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=4',
    '--permission',
    '--allow-fs-read=*',
    ...(hasAddons ? ['--allow-addons', '--no-warnings'] : []),
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

/** Memory of a process, MB; 0 where the system does not tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  try {
    const [, resident = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return (Number(resident) * pageBytes) / 1024 / 1024;
  } catch {
    return 0;
  }
}

function run({ id, ...work }: Order, report: (report: Report) => void): void {
  const child = spawn(process.execPath, [...flagsOf(work), work.program, work.argument], {
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
    clearInterval(looking);
    report(one);
  }
  function stop(failure: Failure): void {
    end({ id, failure });
    child.kill('SIGKILL');
  }
  let timer = setTimeout(stop, startTime, 'slow');
  const looking = setInterval(() => {
    void memoryOf(child.pid).then((used) => {
      if (used > work.memory) stop('broken');
    });
  }, lookEvery);
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => {
    if (pieces.length === 0) {
      clearTimeout(timer);
      timer = setTimeout(stop, work.time, 'slow');
    }
    pieces.push(piece);
  });
  // It may end before it has read everything; its end says why.
  child.stdin.on('error', () => {});
  child.on('error', () => end({ id, failure: 'broken' }));
  child.on('close', (code) => {
    // Without the line feed that it began with.
    if (code === 0) end({ id, said: new Uint8Array(Buffer.concat(pieces).subarray(1)) });
    else end({ id, failure: 'broken' });
  });
  child.stdin.end(work.bytes);
}

parentPort?.on('message', (order: Order) => run(order, (report) => parentPort?.postMessage(report)));
