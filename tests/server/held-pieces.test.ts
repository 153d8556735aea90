/** What open orders hold in the warehouse, as an import subtracts it from a counted stock. */
import { expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { listHeld } from '#lib/server/goods/stock-rows.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { listLines } from '#lib/server/orders/rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();

it('a refund of pieces that were sent already takes nothing from what other orders hold', async () => {
  // Of one merchant and warehouse, so that one order holds both; a part of it is its first line.
  const same = { warehouseId: 49, merchantId: 1 };
  const first = await makeGoods(db, goodsPlain, 1_000, same);
  const second = await makeGoods(db, goodsPlainSecond, 1_000, same);
  const [one, other] = await makeBuyers(db, 2, 10_000_000);
  const wants = [first, second].map((goodsId) => ({ goodsId, number: 100 }));
  const { trade_no, orders } = await order(db, one!, wants);
  expect(orders).toHaveLength(1);
  const no = orders[0]!.no;
  await pay(db, one!, trade_no);
  await shipOrder(byStaff(db), { no, isPart: true });
  const sent = (await listLines(db, [no]))
    .map(({ line }) => line)
    .find((line) => line.shippedQuantity === 100)!;
  await order(db, other!, [{ goodsId: sent.goodsId, number: 60 }]);
  expect((await listHeld(db, [sent.goodsId])).get(sent.goodsId)).toBe(60);
  const returns = [{ id: sent.id, quantity: 40 }];
  await refundOrder(byStaff(db), { no, returns, reason: '破损' });
  expect((await listHeld(db, [sent.goodsId])).get(sent.goodsId)).toBe(60);
});
