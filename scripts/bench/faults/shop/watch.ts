/** Looks at a process while it is hurt: how long its loop stands still, and how much memory it takes. */
import { readFileSync } from 'node:fs';
import { send } from '../../client.ts';
import { percentile } from '../../table.ts';

export interface Watched {
  /** The longest that a probe waited beyond the usual, ms: about how long the event loop stood still. */
  stallMs: number;
  /** Of the probes, ms. */
  p50: number;
  p99: number;
  probes: number;
  /** Probes that had no answer at all, or one of 500 and more. */
  failed: number;
  /** Resident memory in bytes, when the watching began and at most. */
  rssBefore: number;
  rssMost: number;
}

/** Resident memory of a process in bytes; 0 where the system does not tell, or when it is gone. */
export function readRss(pid: number): number {
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) * 1024;
  } catch {
    return 0;
  }
}

export interface WatchOptions {
  origin: string;
  pid: number;
  /** What is asked for; a page that is answered from memory waits for the loop alone. */
  path?: string;
  /** Ms between two probes. */
  every?: number;
}

/** Probes every so often until the answered function is called. A probe does not wait for the one before. */
export async function watch({
  origin,
  pid,
  path = '/',
  every = 20,
}: WatchOptions): Promise<() => Promise<Watched>> {
  await send(origin, path);
  const usual = (await send(origin, path)).ms;
  const rssBefore = readRss(pid);
  const waits: number[] = [];
  const open = new Set<Promise<void>>();
  let [failed, rssMost] = [0, rssBefore];
  function probe(): void {
    rssMost = Math.max(rssMost, readRss(pid));
    const begin = performance.now();
    const asked: Promise<void> = send(origin, path)
      .then(
        ({ status }) => {
          if (status >= 500) failed++;
        },
        () => {
          failed++;
        },
      )
      .finally(() => {
        waits.push(performance.now() - begin);
        open.delete(asked);
      });
    open.add(asked);
  }
  const timer = setInterval(probe, every);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return {
      stallMs: Math.max(0, ...waits.map((wait) => wait - usual)),
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      probes: waits.length,
      failed,
      rssBefore,
      rssMost,
    };
  };
}
