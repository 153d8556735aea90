/** 再来一单: an order, all of its payment or all of its day, in any state. */
import { expect, test } from 'vitest';
import { goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#demo/seed/known.ts';
import { fillCart } from '#lib/server/cart/fill.ts';
import { listCartLines } from '#lib/server/cart/rows.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { rebuyOrder } from '#lib/server/orders/rebuy.ts';
import { previewRebuy } from '#lib/server/orders/rebuy-preview.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const day = 86_400_000;

async function shop() {
  const [buyer, other] = await makeBuyers(db, 2, 10_000_000);
  const counterpart = await makeGoods(db, goodsPlain, 1000);
  const second = await makeGoods(db, goodsPlainSecond, 1000);
  const elsewhere = await makeGoods(db, goodsPlainElsewhere, 1000);
  return { buyer: buyer!, other: other!, counterpart, second, elsewhere };
}

const cartOf = async (buyer: Account) =>
  (await listCartLines(db, buyer)).map(({ goodsId, number }) => [goodsId, number]).toSorted();

test('a payment comes again with the orders of all its merchants, while they are on their way', async () => {
  const { buyer, counterpart, elsewhere } = await shop();
  const placed = await order(db, buyer, [
    { goodsId: counterpart, number: 20 },
    { goodsId: elsewhere, number: 30 },
  ]);
  expect(placed.orders).toHaveLength(2);
  await pay(db, buyer, placed.trade_no);
  const context = contextOf(db, buyer);
  const no = placed.orders[0]!.no;
  const one = await previewRebuy(context, { no });
  expect(one.rows).toHaveLength(1);
  expect(one.orders).toEqual({ trade: 2, day: 2 });
  const whole = await previewRebuy(context, { no, scope: 'trade' });
  expect(whole.rows.map((row) => [row.goods_id, row.number]).toSorted()).toEqual([
    [counterpart, 20],
    [elsewhere, 30],
  ]);
  expect(await rebuyOrder(context, { no, scope: 'trade' })).toEqual({ added: 2, refused: [] });
  expect(await cartOf(buyer)).toEqual([
    [counterpart, 20],
    [elsewhere, 30],
  ]);
});

test('a day comes again whole: the same goods together, what was called off left out, another day apart', async () => {
  const { buyer, counterpart, second } = await shop();
  const now = new Date();
  const before = new Date(now.getTime() - 3 * day);
  await order(db, buyer, [{ goodsId: second, number: 10 }], before);
  const first = await order(db, buyer, [{ goodsId: counterpart, number: 10 }], now);
  await pay(db, buyer, first.trade_no);
  const again = await order(db, buyer, [{ goodsId: counterpart, number: 20 }], now);
  const off = await order(db, buyer, [{ goodsId: second, number: 50 }], now);
  const context = contextOf(db, buyer);
  await cancelMyOrder(context, { no: off.orders[0]!.no, reason: '' });
  const preview = await previewRebuy(context, { no: again.orders[0]!.no, scope: 'day' });
  expect(preview.orders.day).toBe(2);
  expect(preview.rows.map((row) => [row.goods_id, row.number_then])).toEqual([[counterpart, 30]]);
  // One that was called off is still bought again by itself.
  const alone = await previewRebuy(context, { no: off.orders[0]!.no });
  expect(alone.rows.map((row) => row.number_then)).toEqual([50]);
});

test('another company finds none of it', async () => {
  const { buyer, other, counterpart } = await shop();
  const placed = await order(db, buyer, [{ goodsId: counterpart, number: 10 }]);
  for (const scope of ['order', 'trade', 'day'] as const) {
    const ask = { no: placed.orders[0]!.no, scope };
    await expect(previewRebuy(contextOf(db, other), ask)).rejects.toMatchObject({ code: 404 });
    await expect(rebuyOrder(contextOf(db, other), ask)).rejects.toMatchObject({ code: 404 });
  }
});

test('the cart is filled once, however often and however many at once ask', async () => {
  const { buyer, counterpart, second } = await shop();
  const context = contextOf(db, buyer);
  const lines = [
    { goods_id: counterpart, type: 0, number: 20 },
    { goods_id: second, type: 0, number: 30 },
  ];
  const answers = await Promise.all(Array.from({ length: 5 }, () => fillCart(context, { lines })));
  for (const answer of answers) expect(answer).toMatchObject({ refused: [], total: 2 });
  expect(await cartOf(buyer)).toEqual([
    [counterpart, 20],
    [second, 30],
  ]);
  expect(await fillCart(context, { lines })).toMatchObject({ had: 2 });
  // What lies there is told before, and more is asked for as more.
  const more = await fillCart(context, { lines: [{ goods_id: counterpart, type: 0, number: 40 }] });
  expect(more).toMatchObject({ had: 0, added: [{ goods_id: counterpart, number: 40 }] });
});

test('what lies in the cart already is said', async () => {
  const { buyer, counterpart } = await shop();
  const placed = await order(db, buyer, [{ goodsId: counterpart, number: 10 }]);
  const context = contextOf(db, buyer);
  await fillCart(context, { lines: [{ goods_id: counterpart, type: 0, number: 20 }] });
  const { rows } = await previewRebuy(context, { no: placed.orders[0]!.no });
  expect(rows[0]).toMatchObject({ cart_num: 20 });
  expect(rows[0]!.changes.map(({ text }) => text)).toEqual(['购物车已有20盒']);
});
