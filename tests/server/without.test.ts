/** Leaving out any part of the fast way changes no answer (docs/fast.md). */
import { expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { env, fastParts } from '#lib/server/core/process/env.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

await testDatabase();
const cookie = await loginAs('demo');

/** What a buyer sees of prices, twice: the second time from whatever was cached. */
async function seen(): Promise<string> {
  const ids = `${goodsPlain},${goodsPlainSecond}`;
  const ask = async () => [
    (await request(routeOf(api.offers), { path: `/api/goods/offers?ids=${ids}`, cookie })).data,
    (await request(routeOf(api.goodsList), { path: '/api/goods/list?size=20', cookie })).data,
    (await request(routeOf(api.cartList), { path: '/api/cart/list', cookie })).data,
  ];
  await ask();
  // The moment of an answer is its own.
  return JSON.stringify(await ask()).replaceAll(/"timestamp":\d+/g, '');
}

it('answers are the same without each part, and without all of them', async () => {
  const whole = await seen();
  for (const without of [...fastParts.map((part) => [part]), fastParts]) {
    env().WITHOUT.splice(0, fastParts.length, ...without);
    expect(await seen(), without.join()).toBe(whole);
  }
});
