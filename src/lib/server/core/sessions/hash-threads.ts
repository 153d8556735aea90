/**
 * Password hashes on threads of their own. One hash takes a whole core for about 60 ms and 32 MB; Node's own async
 * scrypt would hold one of the four threads that compression and files share, so a flood of logins would stall pages.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '#lib/contract/errors.ts';
import { onShutdown } from '../process/lifecycle.ts';

/** Hashes computed at once in this process: one core is left for other requests. */
export const hashThreads = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Hashes that may wait, about three seconds of work for one thread; above it the answer is 503 at once. */
export const maxWaiting = 48;
/** Waiting places reserved for hashes with precedence. */
export const reservedPlaces = 16;

/** The parameters of better-auth's own hashes, so that both read each other's. */
const parameters = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const keyBytes = 64;

/**
 * A thread's program, as text because the built app is bundled: there is no separate file to start a thread from. The
 * thread has a lower priority than the one that answers requests (nice 10, Linux only; unchanged elsewhere).
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { scryptSync } = require('node:crypto');
try {
  const own = require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1);
  require('node:os').setPriority(Number(own), 10);
} catch {}
parentPort.on('message', ({ password, salt }) => {
  parentPort.postMessage(scryptSync(password, salt, workerData.keyBytes, workerData.parameters));
});
`;

interface Job {
  password: string;
  salt: string;
  resolve: (key: Buffer) => void;
  reject: (error: unknown) => void;
}

/** An idle thread ends after this time: it is a heap of its own, about 10 MB, and most people log in in the morning. */
export const threadRestMs = 30_000;

/** Idle threads, each with the timer that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>();
const busy = new Map<Worker, Job>();
const waiting: Job[] = [];
const waitingFirst: Job[] = [];

/**
 * The key of a password and a salt. `first` goes before all others that wait, and may take the reserved places. Rejects
 * with 503 when too many wait already.
 */
export function deriveKey(password: string, salt: string, first = false): Promise<Buffer> {
  const places = first ? maxWaiting : maxWaiting - reservedPlaces;
  const isFree = busy.size < hashThreads;
  if (!isFree && waiting.length + waitingFirst.length >= places)
    return Promise.reject(new AppError(503, '登录的人太多，请稍候再试', { retry_after: 3 }));
  return new Promise((resolve, reject) => {
    (first ? waitingFirst : waiting).push({ password: password.normalize('NFKC'), salt, resolve, reject });
    startNext();
  });
}

function startNext(): void {
  if (busy.size >= hashThreads) return;
  const job = waitingFirst.shift() ?? waiting.shift();
  if (job === undefined) return;
  const thread = takeIdle() ?? startThread();
  busy.set(thread, job);
  // A working thread keeps the process alive, an idle one does not.
  thread.ref();
  thread.postMessage({ password: job.password, salt: job.salt });
}

/** The one that worked last, so that the others time out. */
function takeIdle(): Worker | undefined {
  const [thread, end] = [...idle].at(-1) ?? [];
  if (thread === undefined) return undefined;
  clearTimeout(end);
  idle.delete(thread);
  return thread;
}

function rest(thread: Worker): void {
  const end = setTimeout(() => {
    idle.delete(thread);
    void thread.terminate();
  }, threadRestMs);
  idle.set(thread, end.unref());
}

function startThread(): Worker {
  onShutdown('hash threads', 'resources', stopThreads);
  const thread = new Worker(program, {
    eval: true,
    name: 'hash',
    workerData: { parameters, keyBytes },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });
  thread.on('message', (key: Uint8Array) => {
    const job = busy.get(thread);
    busy.delete(thread);
    thread.unref();
    rest(thread);
    job?.resolve(Buffer.from(key));
    startNext();
  });
  // A failed thread loses only its own job; the next job starts a new one.
  thread.on('error', (error) => drop(thread, error));
  thread.on('exit', () => drop(thread, new Error('a hash thread ended')));
  return thread;
}

function drop(thread: Worker, error: unknown): void {
  clearTimeout(idle.get(thread));
  idle.delete(thread);
  const job = busy.get(thread);
  if (!busy.delete(thread)) return;
  job?.reject(error);
  startNext();
}

/** Ends every thread; hashes that wait or run are rejected. */
export async function stopThreads(): Promise<void> {
  const open = [...idle.keys(), ...busy.keys()];
  for (const job of [...waitingFirst.splice(0), ...waiting.splice(0)]) job.reject(new AppError(503));
  await Promise.all(open.map((thread) => thread.terminate()));
}
