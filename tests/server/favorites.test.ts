import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { favorites } from '#lib/contract/favorites.ts';
import { favorite, goods } from '#lib/server/db/schema.ts';
import { closeCatalogue } from '#lib/server/engines/search/live-catalogue.ts';
import {
  cancelFavorites,
  listFavoriteCards,
  listFavorites,
  maxFavorites,
  saveFavorites,
} from '#lib/server/wanted/favorites.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const cancel = routeOf(api.cancelFavorites);
const keep = routeOf(api.saveFavorites);
const list = routeOf(api.favorites);
const offers = routeOf(api.offers);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const page = { order: 'new', page: 1, size: 20 } as const;

beforeEach(() => db.delete(favorite));
afterAll(closeCatalogue);

it('adds and takes away, both safe to repeat, and shows in the offers', async () => {
  const cookie = await loginAs('demo');
  const form = `goods_ids[]=${known.goodsPlain}&goods_ids[]=${known.goodsHerbal}`;
  expect(await request(keep, { body: form, cookie })).toMatchObject({ code: 200, data: { total: 2 } });
  expect(await request(keep, { body: form, cookie })).toMatchObject({ data: { total: 2 } });
  const path = `/api/goods/offers?ids=${known.goodsPlain},${known.goodsPlainSecond}`;
  const { data } = await request<{ is_favorite: number }[]>(offers, { path, cookie });
  expect(data.map((one) => one.is_favorite)).toEqual([1, 0]);
  const answer = await request(list, { cookie });
  expect(favorites.parse(answer.data)).toMatchObject({ total: 2, page: 1 });
  expect(await request(cancel, { body: { goods_ids: [known.goodsPlain] }, cookie })).toMatchObject({
    data: { total: 1 },
  });
  expect(await request(cancel, { body: { goods_ids: [known.goodsPlain] }, cookie })).toMatchObject({
    code: 200,
    data: { total: 1 },
  });
});

it('lists the newest first, by page, with prices only where the buyer sees them', async () => {
  const ids = [known.goodsPlain, known.goodsControlled, known.goodsOffShelf];
  for (const [at, id] of ids.entries())
    await saveFavorites({ ...demo, now: new Date(demo.now.getTime() + at * 1000) }, { goods_ids: [id] });
  const { list: rows } = await listFavorites(demo, page);
  expect(rows.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(rows.map((row) => [row.buy_state?.code, row.price !== undefined])).toEqual([
    ['off_shelf', false],
    ['controlled', false],
    ['ok', true],
  ]);
  const second = await listFavorites(demo, { ...page, page: 2, size: 2 });
  expect(second).toMatchObject({ total: 3, list: [{ id: known.goodsPlain }] });
});

it('goes by 到手单价 too, what has none last; the cards of the page keep that order without a price', async () => {
  const ids = [known.goodsWithLadder, known.goodsOffShelf, known.goodsPlain, known.goodsPlainSecond];
  await saveFavorites(demo, { goods_ids: ids });
  const { list: rows, total } = await listFavorites(demo, { ...page, order: 'net' });
  expect([total, rows.at(-1)?.id]).toEqual([4, known.goodsOffShelf]);
  const prices = rows.slice(0, 3).map(({ net }) => Number(net?.price));
  expect(new Set(prices).size).toBe(3);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  const { list: cards } = await listFavoriteCards(demo, { order: 'net', page: 2, size: 2 });
  expect(cards.map(({ id }) => id)).toEqual(rows.slice(2).map(({ id }) => id));
  expect(isEach(cards, ({ net, price }) => net === undefined && price === undefined)).toBe(true);
});

it('shows no price to companies that see none', async () => {
  for (const name of ['pending', 'rejected', 'frozen'] as const) {
    const context = await contextOf(db, name);
    await saveFavorites(context, { goods_ids: [known.goodsPlain, known.goodsWithLadder] });
    const text = JSON.stringify((await listFavorites(context, page)).list);
    expect(text).toContain('buy_state');
    expect(text).not.toMatch(/"[^"]*(price|qhj|rebate|terms)[^"]*":|\d\.\d{2}"/i);
  }
});

it('belongs to the person: colleagues and other companies have their own', async () => {
  await saveFavorites(demo, { goods_ids: [known.goodsPlain] });
  for (const name of ['demo-caigou', 'other'] as const) {
    const context = await contextOf(db, name);
    expect((await listFavorites(context, page)).total).toBe(0);
    expect(await cancelFavorites(context, { goods_ids: [known.goodsPlain] })).toEqual({ total: 0 });
  }
  expect((await listFavorites(demo, page)).total).toBe(1);
});

it('refuses what is not there and adds nothing then', async () => {
  const cookie = await loginAs('demo');
  const answer = await request(keep, { body: { goods_ids: [known.goodsPlain, 2_000_000_000] }, cookie });
  expect(answer).toMatchObject({ code: 404, message: '商品不存在或已被删除' });
  expect((await listFavorites(demo, page)).total).toBe(0);
  for (const goods_ids of [[], '', 'abc', [0], [-1], [1.5], ["1'; drop table favorite"]])
    expect(await request(keep, { body: { goods_ids }, cookie })).toMatchObject({ code: 422 });
  expect(await request(keep, { body: { goods_ids: Array(501).fill(11) }, cookie })).toMatchObject({
    code: 422,
  });
  expect(await request(keep, { body: { goods_ids: [11] } })).toMatchObject({ code: 401 });
  expect(await request(list, { path: '/api/favorite?page=0', cookie })).toMatchObject({ code: 422 });
});

it('holds its number under many adds at once', async () => {
  const ids = (
    await db
      .select({ id: goods.id })
      .from(goods)
      .limit(maxFavorites + 400)
  ).map(({ id }) => id);
  const parts = Array.from({ length: 12 }, (_, at) => ids.slice(at * 200, at * 200 + 200));
  const results = await Promise.allSettled(parts.map((goods_ids) => saveFavorites(demo, { goods_ids })));
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(10);
  expect(await db.$count(favorite, eq(favorite.userId, known.users.demo))).toBe(maxFavorites);
});

it('takes 50 toggles of one goods at once without a trace of them', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (at % 2 ? saveFavorites : cancelFavorites)(demo, { goods_ids: [known.goodsPlain] }),
    ),
  );
  await saveFavorites(demo, { goods_ids: [known.goodsPlain] });
  expect((await listFavorites(demo, page)).total).toBe(1);
});
