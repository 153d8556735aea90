/** Watches a process during a fault: how long its loop stalls, and how much memory it takes. */
import { readFileSync } from 'node:fs';
import { send } from '../../client.ts';
import { percentile } from '../../table.ts';
import { metricsToken } from './shop.ts';

export interface Watched {
  /** The longest stall of the server's own event loop, ms, from its metrics. */
  stallMs: number;
  /** Of the probes, ms. */
  p50: number;
  p99: number;
  probes: number;
  /** Probes without a response, or with one of 500 and more. */
  failed: number;
  /** Resident memory in bytes, when the watching began and at most. */
  rssBefore: number;
  rssMost: number;
}

/** Resident memory of a process in bytes; 0 where the system does not report it, or when it is gone. */
export function readRss(pid: number): number {
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const lag = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;

/** The longest stall of the server's loop since it was last asked, ms. The server must have {@link metricsToken}. */
async function readStall(origin: string): Promise<number> {
  const { body } = await send(origin, '/api/metrics', {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  return Number(lag.exec(body.toString())?.[1] ?? Number.NaN) * 1000;
}

/** Waits until the shop has done what it does after its start: a second without a stall of its own. */
export async function settled(origin: string): Promise<void> {
  await readStall(origin);
  for (let second = 0; second < 20; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if ((await readStall(origin)) < 40) return;
  }
}

export interface WatchOptions {
  origin: string;
  pid: number;
  /** The path of the probes; a page from memory waits for the loop only. */
  path?: string;
  /** Ms between two probes. */
  every?: number;
}

/** Waits for a quiet second, then probes every so often until the answered function is called. A probe does not wait for the one before. */
export async function watch({
  origin,
  pid,
  path = '/',
  every = 20,
}: WatchOptions): Promise<() => Promise<Watched>> {
  await send(origin, path);
  await settled(origin);
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
      stallMs: await readStall(origin),
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      probes: waits.length,
      failed,
      rssBefore,
      rssMost,
    };
  };
}
