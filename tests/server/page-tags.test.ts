/** Which pages a change of one goods purges: those that draw it; lists only when others stand in them now. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { goodsListInput } from '#lib/contract/goods/calls.ts';
import { closeCatalogue, getCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import { listGoods } from '#lib/server/goods/list.ts';
import { releaseStock, reserveStock } from '#lib/server/goods/stock.ts';
import { beginRendering, collectShown, endRendering } from '#lib/server/web/cache/renderings.ts';
import { findPage, pageCounts, purgePages, storePage } from '#lib/server/web/cache/store.ts';
import { listenForPurges } from '#lib/server/web/cache-listener.ts';
import { openGoodsPage } from '#lib/server/web/pages/goods-page.ts';
import { getHome } from '#lib/server/zones/home.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
const { goodsPlain, goodsPlainElsewhere } = known;
/** Who takes stock here, of goods on the shelf. */
const taker = { companyId: known.companies.demo, now: new Date() };

beforeAll(async () => {
  await listenForPurges();
  await getCatalogue(db);
});
afterAll(closeCatalogue);

const visitor = async () => ({ ...(await contextOf(db, 'demo')), account: null });

/** What a page does, without its HTML: read, draw, and be kept under what it drew. */
async function render(address: string, make: () => Promise<unknown>, tags: string[] = []) {
  const rendering = beginRendering();
  const [, shown] = await collectShown(make);
  const all = [...tags, ...[...shown].map((id) => `goods:${id}`)];
  storePage(address, { headers: {}, body: Buffer.from('x'), tags: all, seconds: 60, reads: 0 }, rendering);
  endRendering(rendering);
  return shown;
}

async function renderAll() {
  const context = await visitor();
  const list = (page: number) => () => listGoods(context, goodsListInput.parse({ page, size: 20 }));
  await render('/', () => getHome(context), ['goods']);
  await render('/list/info/own', () => openGoodsPage(context, String(goodsPlain)));
  await render('/list/info/other', () => openGoodsPage(context, String(goodsPlainElsewhere)));
  for (const page of [1, 2, 3, 4, 5]) await render(`/list?page=${page}`, list(page), ['goods']);
}

const addresses = [
  '/',
  '/list/info/own',
  '/list/info/other',
  ...[1, 2, 3, 4, 5].map((n) => `/list?page=${n}`),
];
const kept = () => addresses.filter((address) => findPage(address) !== undefined);

/** Those of the pages that draw a goods. */
async function drawing(id: number): Promise<string[]> {
  purgePages('all');
  await renderAll();
  const all = kept();
  purgePages([`goods:${id}`]);
  const left = kept();
  purgePages('all');
  return all.filter((address) => !left.includes(address));
}

beforeEach(async () => {
  purgePages('all');
  await renderAll();
});

async function stockOf(id: number): Promise<number> {
  const { rows } = await pool.query('select stock from goods where id = $1', [id]);
  return rows[0].stock;
}

test('pages say which goods they draw', async () => {
  const context = await visitor();
  const [home, shown] = await collectShown(() => getHome(context));
  const drawn = [
    ...home.floors.flatMap(({ goods }) => goods),
    ...(home.flashSale?.goods ?? []),
    ...home.merchants.flatMap(({ goods }) => goods),
  ].map(({ id }) => id);
  expect(drawn.length).toBeGreaterThan(20);
  expect([...shown].sort()).toEqual([...new Set(drawn)].sort());
});

test('a sell-out purges the pages that draw the goods, in one purge, and no other; lists follow when it is back', async () => {
  const drawn = await drawing(goodsPlain);
  expect(drawn).toContain('/list/info/own');
  expect(drawn.length).toBeLessThan(addresses.length);
  await renderAll();
  expect(kept()).toEqual(addresses);
  const { purges } = pageCounts();
  const quantity = await stockOf(goodsPlain);
  await db.transaction((tx) => reserveStock(tx, [{ goodsId: goodsPlain, quantity }], taker));
  await until('its pages are gone', () => pageCounts().purges > purges);
  expect(kept()).toEqual(addresses.filter((address) => !drawn.includes(address)));
  const context = await visitor();
  await render('/list/info/own', async () => {
    expect((await openGoodsPage(context, String(goodsPlain)))?.goods.number_label).toBe('缺货');
  });
  // The index has followed before the pages went: none of them is made twice.
  const inStock = await listGoods(context, goodsListInput.parse({ in_stock: 1, merchant_id: [], size: 60 }));
  expect(inStock.list.map(({ id }) => id)).not.toContain(goodsPlain);
  expect(pageCounts().purges - purges).toBe(1);

  await db.transaction((tx) => releaseStock(tx, [{ goodsId: goodsPlain, quantity }]));
  await until('the lists are gone', () => pageCounts().purges > purges + 1);
  expect(kept()).toEqual(
    addresses.filter((address) => address === '/list/info/other' && !drawn.includes(address)),
  );
});

test('what leaves the shelf takes the lists with it', async () => {
  const { purges } = pageCounts();
  await pool.query('update goods set is_on_shelf = false where id = $1', [goodsPlain]);
  await until('the lists are gone', () => pageCounts().purges > purges);
  expect(kept().filter((address) => address === '/' || address.startsWith('/list?'))).toEqual([]);
  await pool.query('update goods set is_on_shelf = true where id = $1', [goodsPlain]);
});

test('fifty sell-outs at once share their purges, and none is forgotten', async () => {
  const { rows } = await pool.query<{ id: number; stock: number }>(
    'select id, stock from goods where is_on_shelf and stock > 100 order by id limit 50',
  );
  const context = await visitor();
  for (const { id } of rows) await render(`/list/info/${id}`, () => openGoodsPage(context, String(id)));
  const left = () => rows.filter(({ id }) => findPage(`/list/info/${id}`) !== undefined).length;
  expect(left()).toBe(50);
  const { purges } = pageCounts();
  await Promise.all(
    rows.map(({ id, stock }) =>
      db.transaction((tx) => reserveStock(tx, [{ goodsId: id, quantity: stock }], taker)),
    ),
  );
  await until('the pages of all are gone', () => left() === 0);
  expect(pageCounts().purges - purges).toBeLessThan(25);
});
