/** Bar: fifty goods a second sell out while 32 readers look at public pages. */
import { brotliDecompressSync } from 'node:zlib';
import { growGoods } from '#demo/seed/grow.ts';
import { buyerApproved } from '#demo/seed/known.ts';
import { reserveStock } from '#lib/server/goods/stock.ts';
import { send, type Timed } from '../client.ts';
import { count, percentile, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { metricsToken, openShop, type Shop } from './shop/shop.ts';
import { atRate } from './shop/tally.ts';
import { settled } from './shop/watch.ts';

const readers = 32;
const perSecond = 50;
/** One of this many sell-outs is of an item that one of the pages draws. */
const drawnEvery = 10;
const headers = { 'accept-encoding': 'br' };

interface Page {
  path: string;
  /** Goods that its newest rendering draws. */
  drawn: Set<number>;
  tag: string;
}

/** The items of a rendering, by the marks on the cards and in the head. */
function drawnBy({ body }: Timed): Set<number> {
  const html = brotliDecompressSync(body).toString();
  const inHead = /<meta name="goods" content="([\d,]*)"/.exec(html)?.[1]?.split(',') ?? [];
  const onCards = [...html.matchAll(/data-goods="(\d+)"/g)].map((match) => match[1]);
  return new Set([...inHead, ...onCards].filter(Boolean).map(Number));
}

async function listPages({ pool }: Shop): Promise<Page[]> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM goods WHERE is_on_shelf ORDER BY sales DESC, id LIMIT 20',
  );
  const lists = Array.from({ length: 8 }, (_, at) => `/list?page=${at + 2}`);
  // Half of all reading is of the home page.
  const paths = [
    '/',
    '/list',
    '/zyyp',
    '/jxqzc',
    '/shop',
    ...lists,
    ...rows.map(({ id }) => `/list/info/${id}`),
  ];
  return paths.map((path) => ({ path, drawn: new Set(), tag: '' }));
}

/** The server's counts: rendered pages, and pages made outdated by purges. */
async function countPages(origin: string): Promise<{ made: number; outdated: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = (await send(origin, '/api/metrics', { headers })).body.toString();
  const read = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return {
    made: read(/^yaopi_page_cache_rendered_total (\d+)$/m),
    outdated: read(/^yaopi_page_cache_outdated_total (\d+)$/m),
  };
}

interface Reading {
  total: number;
  hits: number;
  home: number[];
}

async function read(origin: string, page: Page, reading: Reading): Promise<void> {
  const answer = await send(origin, page.path, { headers });
  if (answer.status !== 200) throw new Error(`${page.path} answered ${answer.status}`);
  reading.total++;
  if (answer.headers['x-cache'] === 'hit') reading.hits++;
  if (page.path === '/') reading.home.push(answer.ms);
  const tag = String(answer.headers.etag);
  if (tag === page.tag) return;
  page.tag = tag;
  page.drawn = drawnBy(answer);
}

/** Goods to sell out, and how many pieces of each there are. */
async function listStock({ pool }: Shop): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ id: number; stock: number }>(
    'SELECT id, stock FROM goods WHERE is_on_shelf AND stock > 100 ORDER BY md5(id::text)',
  );
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

/** Sells an item out as an order does; returns its id, or null where it may not be sold. */
async function sellOut(
  { db }: Shop,
  stock: Map<number, number>,
  pages: Page[],
  at: number,
): Promise<number | null> {
  const drawn = at % drawnEvery === 0 ? pages.flatMap((page) => [...page.drawn]) : [];
  const id = drawn.filter((one) => stock.has(one))[at % 37] ?? [...stock.keys()][0];
  if (id === undefined) throw new Error('everything is sold out');
  const quantity = stock.get(id)!;
  stock.delete(id);
  const taker = { companyId: buyerApproved, now: new Date() };
  const taken = await db.transaction((tx) => reserveStock(tx, [{ goodsId: id, quantity }], taker));
  return taken.length > 0 ? id : null;
}

/** Time from its sale until an item's page shows 缺货, ms. */
async function timeToSee(origin: string, id: number): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const { body } = await send(origin, `/list/info/${id}`);
    if (body.toString().includes('缺货')) return performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function run(isQuick: boolean): Promise<Row[]> {
  const shop = await openShop({
    env: { LIMIT_SCALE: '100' },
    prepare: async (db) => {
      await growGoods(db, isQuick ? 2_000 : 20_000, new Date());
    },
  });
  try {
    const origin = shop.origins[0]!;
    const [pages, stock] = [await listPages(shop), await listStock(shop)];
    const warm: Reading = { total: 0, hits: 0, home: [] };
    for (const page of pages) for (let at = 0; at < 3; at++) await read(origin, page, warm);
    const reading: Reading = { total: 0, hits: 0, home: [] };
    await settled(origin);
    const before = await countPages(origin);
    const end = performance.now() + (isQuick ? 4_000 : 20_000);
    const isOver = () => performance.now() > end;
    const seen: number[] = [];
    async function readOn(first: number): Promise<void> {
      for (let at = first; !isOver(); at++) {
        await read(origin, pages[at % 2 === 0 ? 0 : at % pages.length]!, reading);
      }
    }
    await Promise.all([
      ...Array.from({ length: readers }, (_, nth) => readOn(nth * 7)),
      atRate(perSecond, isOver, async (at) => {
        const id = await sellOut(shop, stock, pages, at);
        if (id !== null && at % 25 === 0) seen.push(await timeToSee(origin, id));
      }),
    ]);
    const after = await countPages(origin);
    const [made, outdated] = [after.made - before.made, after.outdated - before.outdated];
    const all = reading.total;
    const p99 = percentile(reading.home, 0.99);
    const what = `${perSecond} sell-outs a second, ${readers} readers`;
    return [
      {
        what: `${what}: public pages answered from memory`,
        bar: '≥ 95%',
        measured: `${((reading.hits / all) * 100).toFixed(2)}% of ${count(all)} (${made} made)`,
        isMet: reading.hits / all >= 0.95,
      },
      {
        what: 'renderings, at most one a page and purge of it',
        bar: `≤ ${count(outdated)}`,
        measured: count(made),
        isMet: made <= outdated,
      },
      {
        what: 'home page among them, p99',
        bar: '≤ 50 ms',
        measured: `${p99.toFixed(1)} ms (median ${percentile(reading.home, 0.5).toFixed(1)} ms, n ${count(reading.home.length)})`,
        isMet: p99 <= 50,
      },
      {
        what: 'a goods sold out is seen so on its page, latest',
        bar: '≤ 1,000 ms',
        measured: `${Math.max(...seen).toFixed(0)} ms (median ${percentile(seen, 0.5).toFixed(0)} ms, n ${seen.length})`,
        isMet: Math.max(...seen) <= 1_000,
      },
    ];
  } finally {
    await shop.close();
  }
}

export const bar: FaultBar = { name: 'sell-outs', run };
