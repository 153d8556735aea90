/** 补货建议: by the company's own rhythm, its own orders alone. */

import { expect, test } from 'vitest';
import { goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { listReplenish } from '#lib/server/quick-order/replenish.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const GET = routeOf(api.replenish);

const { db } = await testDatabase();
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);

async function bought(buyer: Account, goodsId: number, days: number[], number = 20): Promise<void> {
  for (const day of days) {
    const placed = await order(db, buyer, [{ goodsId, number }], ago(day));
    await pay(db, buyer, placed.trade_no, 'balance', ago(day));
  }
}

test('says what runs out, how many and why, the most overdue first', async () => {
  const [buyer, other] = await makeBuyers(db, 2, 100_000_000);
  const weekly = await makeGoods(db, goodsPlain, 10_000);
  const fresh = await makeGoods(db, goodsPlainSecond, 10_000);
  await bought(buyer!, weekly, [44, 30, 16]);
  await bought(buyer!, fresh, [22, 15, 8, 1]);
  const answer = await listReplenish(contextOf(db, buyer!, {}, now));
  expect(answer.list.map(({ id, suggested, times }) => [id, suggested, times])).toEqual([[weekly, 20, 3]]);
  expect(answer.list[0]!.net?.number).toBe(20);
  expect(answer.list[0]!.reason).toMatch(/^平均每14天买20\S，已16天未买$/);
  // A week later the other one is due too; the longest overdue by its own rhythm stands first.
  const later = await listReplenish(contextOf(db, buyer!, {}, ago(-20)));
  expect(later.list.map(({ id }) => id)).toEqual([fresh, weekly]);
  expect((await listReplenish(contextOf(db, other!, {}, now))).list).toEqual([]);
});

test('counts a drug and spec as one, whoever sold it, and offers what was bought last', async () => {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const counterpart = await makeGoods(db, goodsPlain, 10_000);
  const elsewhere = await makeGoods(db, goodsPlainElsewhere, 10_000);
  await bought(buyer!, counterpart, [31, 21]);
  await bought(buyer!, elsewhere, [11]);
  const { list } = await listReplenish(contextOf(db, buyer!, {}, now));
  expect(list.map(({ id, times }) => [id, times])).toEqual([[elsewhere, 3]]);
});

test('looks back half a year, and at what was paid', async () => {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const id = await makeGoods(db, goodsPlain, 10_000);
  await bought(buyer!, id, [400, 380, 200, 20]);
  await order(db, buyer!, [{ goodsId: id, number: 10 }], ago(10));
  expect((await listReplenish(contextOf(db, buyer!, {}, now))).list).toEqual([]);
});

test('is for buyers who are logged in', async () => {
  expect(await request(GET)).toMatchObject({ code: 401 });
});
