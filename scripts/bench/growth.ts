/**
 * The cost of a catalogue ten and a hundred times as large: each call, the index, the start, and how soon a change is
 * found.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Bench, openBench } from './bench.ts';
import { ask, atOnce, logIn } from './client.ts';
import { costOf } from './cost.ts';
import { memoryOf, peakOf } from './cpu.ts';
import { buyerName } from './database.ts';
import { errandCost } from './errands.ts';
import type { IndexCost } from './index-cost.ts';
import { seriesOf } from './json-calls.ts';
import { load, loadOnce } from './load.ts';
import { count, ms, type Row } from './table.ts';
import { loadWords } from './words.ts';

const buyers = 64;
const sizes = [10_000, 100_000, 1_000_000];
// More than the demo's own items: the changed ones are among the generated ones.
const quickSizes = [6_000, 12_000];

/** Most increase of a call's cost for a catalogue ten times as large. */
const mostAStep = 1.3;
const mostBytes = 450;
const mostMicroseconds = 10;
/** At the largest size. */
const mostStartMs = 15_000;
const mostFoundMs = 100;

const calls = [
  'suggest',
  'list, 20 found by words, with prices',
  'list of 40 of a category, with prices',
  'detail',
  'offers of 20',
  'cart of some lines',
  'add to cart',
] as const;
const errand = 'whole errand';

/** The measurements of a size. */
interface Grown {
  about: string;
  /** CPU ms of server and database, by call. */
  costs: Map<string, number>;
  /** The same for first calls. */
  firstCosts: Map<string, number>;
  index: IndexCost;
  startMs: number;
  foundMs: number[];
  idleMb: number;
  peakMb: number;
}

/** Opens a shop of each size, one after the other. */
export async function measureGrowth(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const all: Grown[] = [];
  for (const goods of isQuick ? quickSizes : sizes) {
    console.error(`${count(goods)} 种商品…`);
    const bench = await openBench(isQuick, { goods, buyers });
    try {
      all.push(await measureOne(bench));
    } finally {
      await bench.close();
    }
  }
  return { rows: rowsOf(all), about: all.at(-1)?.about ?? '' };
}

async function measureOne(bench: Bench): Promise<Grown> {
  const { origin, pool, url, pids, isQuick } = bench;
  const idleMb = memoryOf(pids.server);
  const index = await indexCost(url);
  const names = Array.from({ length: Math.min(buyers, bench.buyers) }, (_, nth) => buyerName(nth));
  const cookies = await atOnce(4, names, (name) => logIn(origin, name));
  const series = await seriesOf(bench, await loadWords(pool), cookies);
  const costs = new Map<string, number>();
  const firstCosts = new Map<string, number>();
  for (const what of calls) {
    const requests = series[what] ?? [];
    // Every request once before: what a server caches of them is cached at each size. That cost is reported separately.
    const first = await costOf(bench, () => loadOnce(origin, requests));
    firstCosts.set(what, first.server + first.database);
    await load(origin, requests, isQuick ? 1 : 4);
    const cost = await costOf(bench, () => load(origin, requests, isQuick ? 1 : 6));
    costs.set(what, cost.server + cost.database);
  }
  const { server, database } = await errandCost(bench, cookies);
  costs.set(errand, server + database);
  const foundMs = await findChanges(bench);
  const peakMb = peakOf(pids.server);
  return { about: bench.about, costs, firstCosts, index, startMs: bench.startMs, foundMs, idleMb, peakMb };
}

async function indexCost(url: string): Promise<IndexCost> {
  const script = fileURLToPath(new URL('./index-cost.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', script, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(said);
}

/** Time from the commit of a change of each kind until a search finds it, ms. */
async function findChanges({ origin, pool, isQuick }: Bench): Promise<number[]> {
  const rounds = isQuick ? 3 : 10;
  const { rows } = await pool.query<{ id: number; product_id: number; code: string }>(
    `SELECT g.id, p.id AS product_id, p.national_code AS code FROM goods g JOIN product p ON p.id = g.product_id
     WHERE p.sku LIKE 'G%' AND g.is_on_shelf AND g.expires_on > now() + interval '1 year'
     ORDER BY md5(g.id::text) LIMIT $1`,
    [rounds],
  );
  const durations: number[] = [];
  const timed = async (sql: string, values: unknown[], isThere: () => Promise<boolean>) => {
    await pool.query(sql, values);
    const begun = performance.now();
    while (!(await isThere())) {
      if (performance.now() - begun > 30_000) throw new Error(`${sql} is not found`);
    }
    durations.push(performance.now() - begun);
  };
  const idsOf = async (keywords: string) => {
    const query = new URLSearchParams({ keywords, size: '60' });
    const { list } = await ask<{ list: { id: number }[] }>(origin, `/api/goods/list?${query}`);
    return list.map(({ id }) => id);
  };
  for (const [nth, { id, product_id: productId, code }] of rows.entries()) {
    const shelf = 'UPDATE goods SET is_on_shelf = $2 WHERE id = $1';
    await timed(shelf, [id, false], async () => !(await idsOf(code)).includes(id));
    await timed(shelf, [id, true], async () => (await idsOf(code)).includes(id));
    const name = `增长试验${process.pid}第${nth}号`;
    const rename = 'UPDATE product SET name = $2 WHERE id = $1 RETURNING name';
    const { rows: was } = await pool.query('SELECT name FROM product WHERE id = $1', [productId]);
    await timed(rename, [productId, name], async () => (await idsOf(name)).includes(id));
    await timed(rename, [productId, was[0].name], async () => (await idsOf(code)).includes(id));
  }
  return durations;
}

function rowsOf(all: readonly Grown[]): Row[] {
  const named = ({ index }: Grown) => `${count(index.goods)} goods`;
  const steps = [...calls, errand].map((what): Row => {
    const costs = all.map(({ costs: of }) => of.get(what) ?? 0);
    const ratios = costs.slice(1).map((cost, at) => cost / (costs[at] || cost));
    return {
      what: `${what}, CPU of server + database, at ${all.map(named).join(', ')}`,
      bar: `≤ × ${mostAStep} a step`,
      measured: `${costs.map((cost) => cost.toFixed(2)).join(' → ')} ms (× ${ratios.map((one) => one.toFixed(2)).join(', × ')})`,
      isMet: ratios.every((ratio) => ratio <= mostAStep),
      isDirection: true,
    };
  });
  const first = calls.map(
    (what): Row => ({
      what: `${what}, each for the first time`,
      bar: '',
      measured: `${all.map(({ firstCosts }) => (firstCosts.get(what) ?? 0).toFixed(2)).join(' → ')} ms`,
    }),
  );
  return [...steps, ...first, ...all.flatMap((one) => indexRows(one, named(one))), ...largestRows(all)];
}

function indexRows({ index }: Grown, named: string): Row[] {
  const bytes = index.bytes / index.goods;
  const each = (total: number) => (total * 1000) / index.goods;
  return [
    {
      what: `index in memory, ${named} of ${count(index.products)} products`,
      bar: `≤ ${mostBytes} bytes a goods`,
      measured: `${count(bytes)} bytes (${count(index.bytes / 2 ** 20)} MB)`,
      isMet: bytes <= mostBytes,
      isDirection: true,
    },
    {
      what: `making the index anew, ${named}`,
      bar: `≤ ${mostMicroseconds} µs a goods`,
      measured: `${each(index.ms).toFixed(1)} µs (CPU ${each(index.cpuMs).toFixed(1)} µs, ${ms(index.ms)} in all)`,
      isMet: each(index.ms) <= mostMicroseconds,
      isDirection: true,
    },
    {
      what: `making the first index of a process, whose program has not run yet, ${named}`,
      bar: '',
      measured: `${each(index.firstMs).toFixed(1)} µs (${ms(index.firstMs)} in all, others wait ${ms(index.longestWait)} at most)`,
    },
  ];
}

function largestRows(all: readonly Grown[]): Row[] {
  const of = (what: string, bar: number | null, shown: (one: Grown) => string, last: number): Row => ({
    what: `${what}, at each size`,
    bar: bar === null ? '' : `≤ ${count(bar)} ms at the last`,
    measured: all.map(shown).join(' → '),
    ...(bar !== null && { isMet: last <= bar, isDirection: true }),
  });
  const largest = all.at(-1);
  const slowest = ({ foundMs }: Grown) => Math.max(...foundMs);
  return [
    of('start to ready', mostStartMs, (one) => ms(one.startMs), largest?.startMs ?? 0),
    of(
      'a changed row is found, the slowest of all',
      mostFoundMs,
      (one) => ms(slowest(one)),
      largest === undefined ? 0 : slowest(largest),
    ),
    of(
      'memory of the server, at first and its peak',
      null,
      (one) => `${count(one.idleMb)}–${count(one.peakMb)} MB`,
      0,
    ),
  ];
}
