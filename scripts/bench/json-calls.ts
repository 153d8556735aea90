/**
 * The cost of a call: CPU time of server and database for each, logged in as 64 buyers, compared with a call of an
 * empty Astro app in the same run. Machines differ, the ratio to the empty call less so.
 */
import type { Request } from 'autocannon';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { type Bench, openBench } from './bench.ts';
import { atOnce, logInAll, send } from './client.ts';
import { type Cost, costOf } from './cost.ts';
import { memoryOf, peakOf } from './cpu.ts';
import { buyerName } from './database.ts';
import { openEmptyApp } from './empty-app.ts';
import { emptyCart, errandCost } from './errands.ts';
import { load } from './load.ts';
import { ordersAlone } from './orders-alone.ts';
import { count, ms, percentile, type Row } from './table.ts';
import { loadWords, type Words } from './words.ts';

const goods = 10_000;
/** Number of companies, and how many of them make the calls; all of them place orders. */
const companies = 200;
const buyers = 64;
const width = 32;

/** The bars: total CPU ms on the machine of the first measurement, and the largest ratio to the empty call. */
const bars = {
  suggest: [0.7, 2],
  'list, 20 found by words, with prices': [1.8, 5],
  'list of 40 of a category, with prices': [2.6, 7.5],
  detail: [1.3, 4],
  'offers of 20': [1.5, 4.5],
  'cart of some lines': [1.8, 5],
  'add to cart': [2.5, 7],
  'whole errand: 5 adds, preview, order, paid by balance': [25, 70],
} as const satisfies Record<string, readonly [number, number]>;

type What = keyof typeof bars;

/** An empty call on that machine, CPU ms. */
const emptyThen = 0.35;

/**
 * The factor by which this machine is slower than the machine on which the bars in seconds were set; 1 on a faster one.
 */
function slownessOf(empty: Cost): number {
  return Math.max(1, empty.server / emptyThen);
}

/**
 * Seconds of calls before the measured ones: the measurement is for a server that has run for a minute, comparable to
 * the empty one after a second with its many more calls, and excludes the warm-up.
 */
const warmUp = ({ isQuick }: Pick<Bench, 'isQuick'>) => (isQuick ? 1 : 4);

/** Opens a separate shop of 10,000 items and measures every call of the table. */
export async function measureJson(isQuick: boolean): Promise<{ rows: Row[]; about: string }> {
  const bench = await openBench(isQuick, isQuick ? undefined : { goods, buyers: companies });
  try {
    return { rows: await jsonCalls(bench), about: bench.about };
  } finally {
    await bench.close();
  }
}

async function jsonCalls(bench: Bench): Promise<Row[]> {
  const { origin, pool, pids } = bench;
  const idle = memoryOf(pids.server);
  const words = await loadWords(pool);
  const names = Array.from({ length: Math.min(buyers, bench.buyers) }, (_, nth) => buyerName(nth));
  const cookies = await logInAll(origin, names);
  const empty = await measureEmpty(bench);
  const rows: Row[] = [
    costRow('an empty call of Astro', empty.call),
    costRow('the same with one query', empty.query),
  ];
  for (const [what, requests] of Object.entries(await seriesOf(bench, words, cookies))) {
    await load(origin, requests, warmUp(bench));
    const cost = await costOf(bench, () => load(origin, requests, bench.isQuick ? 1 : 5));
    rows.push(barRow(what, cost, empty.call));
  }
  const errand = await errandCost(bench, cookies);
  rows.push(barRow('whole errand: 5 adds, preview, order, paid by balance', errand, empty.call));
  const slowness = slownessOf(empty.call);
  rows.push({
    what: `errands, ${width} at once, ${cookies.length} companies`,
    ...rateBar(80, slowness, errand.perSecond),
    measured: `${count(errand.perSecond)} a second`,
  });
  const orders = await ordersAlone(bench);
  rows.push({ ...orders, ...rateBar(350, slowness, orders.perSecond) });
  const pages = await freshPages(bench, words);
  rows.push({ ...pages, ...timeBar(5, slowness, pages.ms) });
  rows.push({
    what: 'memory of the server, at first and its peak',
    bar: '≤ 180 → 350 MB',
    measured: `${count(idle)} → ${count(peakOf(pids.server))} MB, ${count(memoryOf(pids.server))} MB at the end`,
    isMet: idle <= 180 && peakOf(pids.server) <= 350,
    isDirection: true,
  });
  rows.push({
    what: 'start to ready, beside its database that runs',
    ...timeBar(1_300, slowness, bench.startMs),
    measured: ms(bench.startMs),
  });
  return rows;
}

async function measureEmpty({ url, pids, isQuick }: Bench): Promise<{ call: Cost; query: Cost }> {
  const app = await openEmptyApp(url);
  const own = { pids: { server: app.pid, database: pids.database } };
  const measure = async (path: string) => {
    await load(app.origin, [{ path }], 1);
    return costOf(own, () => load(app.origin, [{ path }], isQuick ? 1 : 5));
  };
  try {
    return { call: await measure('/api/empty'), query: await measure('/api/query') };
  } finally {
    await app.close();
  }
}

function costText({ server, database, perSecond }: Cost): string {
  const two = (value: number) => value.toFixed(2);
  return `${two(server)} + ${two(database)} = ${two(server + database)} ms, ${count(perSecond)} a second`;
}

function costRow(what: string, cost: Cost): Row {
  return { what: `${what}, CPU of server + database`, bar: '', measured: costText(cost) };
}

function barRow(what: string, cost: Cost, empty: Cost): Row {
  const [most, times] = bars[what as What];
  const together = cost.server + cost.database;
  const ratio = together / empty.server;
  return {
    what: `${what}, CPU of server + database`,
    bar: `≤ ${most} ms or ${times} × the empty call`,
    measured: `${costText(cost)} (${ratio.toFixed(1)} ×)`,
    isMet: together <= most || ratio <= times,
    isDirection: true,
  };
}

type Bar = Pick<Row, 'bar' | 'isMet' | 'isDirection'>;

/** The required rate where an empty call costs as much as then; lower where it costs more. */
function rateBar(least: number, slowness: number, perSecond: number): Bar {
  return {
    bar: `≥ ${least} a second, here ${count(least / slowness)}`,
    isMet: perSecond >= least / slowness,
    isDirection: true,
  };
}

/** The longest duration where an empty call costs as much as then; longer where it costs more. */
function timeBar(most: number, slowness: number, duration: number): Bar {
  return {
    bar: `≤ ${count(most)} ms, here ${ms(most * slowness)}`,
    isMet: duration <= most * slowness,
    isDirection: true,
  };
}

/** The requests of each call, for these buyers. */
export async function seriesOf(
  { origin, pool }: Pick<Bench, 'origin' | 'pool'>,
  { searches, goodsIds }: Words,
  cookies: readonly string[],
): Promise<Partial<Record<What, Request[]>>> {
  const cookie = (at: number) => ({ cookie: cookies[at % cookies.length] ?? '' });
  const pageOfIds = (at: number) => goodsIds.slice((at * 20) % 900, ((at * 20) % 900) + 20).join(',');
  const { rows: categories } = await pool.query<{ id: number }>(
    `SELECT p.category_id AS id FROM goods g JOIN product p ON p.id = g.product_id WHERE g.is_on_shelf
     GROUP BY 1 HAVING count(*) >= 40 ORDER BY count(*) DESC, 1 LIMIT 40`,
  );
  await pool.query('UPDATE goods SET stock = 100000000 WHERE id = ANY($1)', [[goodsPlain, goodsPlainSecond]]);
  await atOnce(8, cookies, (own) => fillCart(origin, own, goodsIds.slice(0, 40), 8));
  const text = encodeURIComponent;
  return {
    suggest: searches.map((word, at) => ({
      path: `/api/goods/search?keywords=${text(word)}`,
      headers: cookie(at),
    })),
    'list, 20 found by words, with prices': searches.map((word, at) => ({
      path: `/api/goods/list?keywords=${text(word)}&size=20`,
      headers: cookie(at),
    })),
    'list of 40 of a category, with prices': Array.from({ length: 400 }, (_, at) => ({
      path: `/api/goods/list?category_id=${categories[at % categories.length]?.id}&size=40`,
      headers: cookie(at),
    })),
    detail: goodsIds.map((id, at) => ({ path: `/api/goods/detail/${id}`, headers: cookie(at) })),
    'offers of 20': goodsIds.map((_, at) => ({
      path: `/api/goods/offers?ids=${pageOfIds(at)}`,
      headers: cookie(at),
    })),
    'cart of some lines': cookies.map((own) => ({ path: '/api/cart/list', headers: { cookie: own } })),
    'add to cart': cookies.map((own, at) => ({
      method: 'POST',
      path: '/api/cart',
      headers: { cookie: own, 'content-type': 'application/x-www-form-urlencoded' },
      body: `lines[0][goods_id]=${at % 2 ? goodsPlain : goodsPlainSecond}&lines[0][type]=0`,
    })),
  };
}

/** Empties a cart, then adds items one by one until the given number was accepted. */
async function fillCart(
  origin: string,
  cookie: string,
  ids: readonly number[],
  lines: number,
): Promise<void> {
  await emptyCart(origin, cookie);
  let taken = 0;
  for (const id of ids) {
    const { status } = await send(origin, '/api/cart', {
      cookie,
      form: `lines[0][goods_id]=${id}&lines[0][type]=0`,
    });
    if (status === 200 && ++taken === lines) return;
  }
}

/**
 * List pages that were not requested before, one after the other; the later half, when the server has run for a while.
 */
async function freshPages(
  { origin, isQuick }: Bench,
  { lists }: Words,
): Promise<Pick<Row, 'what' | 'measured'> & { ms: number }> {
  const durations: number[] = [];
  const most = isQuick ? 60 : 500;
  for (const query of new Set(lists)) {
    const { status, headers, ms: duration } = await send(origin, `/list?${query}`, {});
    if (status !== 200) throw new Error(`/list?${query} answered ${status}`);
    // Another order of the same words is the same page.
    if (headers['x-cache'] === 'miss' && durations.push(duration) === most) break;
  }
  const counted = durations.slice(durations.length / 2);
  const median = percentile(counted, 0.5);
  return {
    what: 'list page with filters, not stored, median',
    measured: `${ms(median)} (p95 ${ms(percentile(counted, 0.95))}, n ${counted.length})`,
    ms: median,
  };
}
