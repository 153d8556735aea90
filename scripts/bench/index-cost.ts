/** A separate process that builds the index, and reports the cost. Started by growth.ts, with --expose-gc. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '#lib/server/db/client.ts';
import { buildCatalogue } from '#lib/server/engines/search/build.ts';
import type { Catalogue } from '#lib/server/engines/search/catalogue.ts';

/** The cost of a catalogue's index. */
export interface IndexCost {
  goods: number;
  products: number;
  /** Heap and buffers that are free again once it is dropped. */
  bytes: number;
  /** From the first query to the last step, ms: in a fresh process, and for a rebuild. */
  firstMs: number;
  ms: number;
  /** CPU time of the process for the last one, ms. */
  cpuMs: number;
  /** The longest wait of other work of the process during the first build, ms. */
  longestWait: number;
}

/** Items after which the program is fully compiled. */
const warm = 100_000;

async function held(): Promise<number> {
  // An awaited value is released a moment later.
  await pause(50);
  // Twice: what the first run freed may hold other things.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Duration, ms, and CPU time of the process. */
async function timed(work: () => Promise<unknown>) {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - begun, cpuMs: (user + system) / 1000 };
}

async function measure(url: string): Promise<IndexCost> {
  const { db, pool } = connect(url, { max: 4 });
  await pool.query('select 1');
  const waits = monitorEventLoopDelay({ resolution: 5 });
  waits.enable();
  const kept: Catalogue[] = [];
  const first = await timed(async () => kept.push(await buildCatalogue(db)));
  waits.disable();
  const [goods, products] = kept.flatMap((one) => [one.goods.count, one.products.count]);
  if (!goods || !products) throw new Error('a catalogue without goods');
  const withIt = await held();
  kept.length = 0;
  const bytes = withIt - (await held());
  let last = first;
  for (let taken = 0; taken < warm; taken += goods) last = await timed(() => buildCatalogue(db));
  await pool.end();
  return { goods, products, bytes, firstMs: first.ms, ...last, longestWait: waits.max / 1e6 };
}

process.stdout.write(JSON.stringify(await measure(process.argv[2] ?? '')));
