/** The thread that starts one process per external file to read, and receives its output; see run-isolated.ts. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';

export interface Work {
  /** The program, whose input is the file; it writes a line feed when it has all of it, then its result. */
  program: string;
  /** Its argument. */
  argument: string;
  bytes: Uint8Array;
  /** Its JavaScript heap, MB. */
  heap: number;
  /** Its total memory, MB: libraries use memory outside of the heap. Checked where the system reports it. */
  memory: number;
  /** From the file to the result, ms. */
  time: number;
  /** It needs native libraries. */
  hasAddons: boolean;
}

/** Why there is no result: it took too long, or it ended by itself, by its heap or by its memory. */
export type Failure = 'slow' | 'broken';

export type Order = Work & { id: number };
export type Report = { id: number; said: Uint8Array; failure?: undefined } | { id: number; failure: Failure };

/** From the start of a process until it has the whole file, ms: on a busy machine loading modules is slow. */
const startTime = 15_000;
const lookEvery = 100;
const pageBytes = 4096;

/** Node's flags: a heap limit; no writing, no child processes, no threads. */
function flagsOf({ heap, hasAddons }: Work): string[] {
  return [
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=4',
    '--permission',
    '--allow-fs-read=*',
    ...(hasAddons ? ['--allow-addons', '--no-warnings'] : []),
  ];
}

/** Lowers its priority below that of requests. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow changing priorities.
  }
}

/** Memory of a process, MB; 0 where the system does not report it. */
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
    // No secrets or settings of ours.
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
  // It may end before it has read everything; its exit gives the reason.
  child.stdin.on('error', () => {});
  child.on('error', () => end({ id, failure: 'broken' }));
  child.on('close', (code) => {
    // Without the leading line feed.
    if (code === 0) end({ id, said: new Uint8Array(Buffer.concat(pieces).subarray(1)) });
    else end({ id, failure: 'broken' });
  });
  child.stdin.end(work.bytes);
}

parentPort?.on('message', (order: Order) => run(order, (report) => parentPort?.postMessage(report)));
