/**
 * Runs a program that reads external content in a process of its own, with limits on heap, memory and time: whatever
 * the file does, the server continues. A thread would not do: one whose heap runs out within a native call ends its
 * process.
 */
import { Worker } from 'node:worker_threads';
import { onShutdown } from '../core/process/lifecycle.ts';
import { sourceFile } from '../core/process/source-file.ts';
import type { Failure, Order, Report, Work } from './isolated-starter.ts';

const starterFile = sourceFile('#lib/server/engines/isolated-starter.ts');

/** The program gave no result, and why. */
export class IsolatedError extends Error {
  override name = 'IsolatedError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

let thread: Worker | undefined;
let lastId = 0;
const open = new Map<number, { resolve: (said: Uint8Array) => void; reject: (error: unknown) => void }>();

/** The result of the program. Throws IsolatedError when it exceeds its time or memory, or ends by itself. */
export function runIsolated(work: Work): Promise<Uint8Array> {
  thread ??= startThread();
  const id = ++lastId;
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  open.set(id, { resolve, reject });
  thread.ref();
  // Handed over where it is whole: files are large, and a copy of each would be one more.
  const { buffer } = work.bytes;
  const isWhole = buffer instanceof ArrayBuffer && work.bytes.byteLength === buffer.byteLength;
  thread.postMessage({ id, ...work } satisfies Order, isWhole ? [buffer] : []);
  return promise;
}

/**
 * Starting a process blocks its thread for tens of milliseconds, so another thread than the one that answers requests
 * does it.
 */
function startThread(): Worker {
  onShutdown('programs apart', 'resources', async () => void (await thread?.terminate()));
  const started = new Worker(starterFile, { name: 'apart', env: {}, stdout: true, stderr: true });
  started.on('message', (report: Report) => {
    const one = open.get(report.id);
    open.delete(report.id);
    if (open.size === 0) started.unref();
    if (report.failure === undefined) one?.resolve(report.said);
    else one?.reject(new IsolatedError(report.failure));
  });
  function drop(error: unknown): void {
    if (thread !== started) return;
    thread = undefined;
    for (const one of open.values()) one.reject(error);
    open.clear();
  }
  started.on('error', drop);
  started.on('exit', () => drop(new Error('the thread that starts programs ended')));
  return started;
}
