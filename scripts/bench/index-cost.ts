/** A process of its own that makes the index once, and says what it takes. Started by growth.ts, with --expose-gc. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connect } from '#lib/server/db/client.ts';
import { buildCatalogue } from '#lib/server/search/build.ts';

/** What the index of a catalogue takes. */
export interface IndexCost {
  goods: number;
  products: number;
  /** Heap and buffers after it minus before it. */
  bytes: number;
  /** From the first query to the last step, ms, and the process's own processor time. */
  ms: number;
  cpuMs: number;
  /** The longest that other work of the process had to wait meanwhile, ms. */
  longestWait: number;
}

function held(): number {
  // Twice: what the first run freed may hold other things.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measure(url: string): Promise<IndexCost> {
  const { db, pool } = connect(url, { max: 4 });
  // What any process has at hand after its first query is not the index's.
  await pool.query('select 1');
  const before = held();
  const waits = monitorEventLoopDelay({ resolution: 5 });
  waits.enable();
  const [begun, used] = [performance.now(), process.cpuUsage()];
  const catalogue = await buildCatalogue(db);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(used);
  waits.disable();
  const cost = {
    goods: catalogue.goods.count,
    products: catalogue.products.count,
    bytes: held() - before,
    ms,
    cpuMs: (user + system) / 1000,
    longestWait: waits.max / 1e6,
  };
  await pool.end();
  return cost;
}

process.stdout.write(JSON.stringify(await measure(process.argv[2] ?? '')));
