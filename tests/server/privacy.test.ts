/** What one learns by the way: a balance from what is missing, prices from old orders. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import { company, member } from '#lib/server/db/schema.ts';
import { getMyOrder, listMyOrders } from '#lib/server/orders/read.ts';
import { previewRebuy } from '#lib/server/orders/rebuy-preview.ts';
import { listPayMethods } from '#lib/server/paying/read.ts';
import { testDatabase } from '#tests/support/database.ts';
import { priceKeysIn } from '#tests/support/leaks.ts';
import { accountOf, contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();

async function placed(balance: number) {
  const [buyer] = await makeBuyers(db, 1, balance);
  const made = await order(db, buyer!, [{ goodsId: await makeGoods(db, goodsPlain, 1000), number: 10 }]);
  return { buyer: buyer!, tradeNo: made.trade_no, no: made.orders[0]!.no };
}

it('who may not see the wallet does not learn the balance from what is missing', async () => {
  const { buyer, tradeNo } = await placed(1234);
  const methods = async () =>
    listPayMethods(contextOf(db, await accountOf(db, buyer.userId)), { trade_no: [tradeNo] });
  expect(JSON.stringify(await methods())).toMatch(/还差¥\d+\.\d\d/);
  await db.update(member).set({ role: 'buyer' }).where(eq(member.userId, buyer.userId));
  const [wallet] = await methods();
  expect(wallet).toMatchObject({ provider: 'balance', is_enabled: 0 });
  // The house's own bound says nothing of the company's money.
  expect(JSON.stringify({ ...wallet, password_above: '' })).not.toMatch(/¥|\d\.\d\d/);
  const refused = await pay(db, await accountOf(db, buyer.userId), tradeNo).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 422 });
  expect(`${refused} ${JSON.stringify(refused)}`).not.toMatch(/¥|\d\.\d\d/);
});

it('a frozen company reads what it bought, and no price of a piece', async () => {
  const { buyer, no, tradeNo } = await placed(10_000_000);
  await pay(db, buyer, tradeNo);
  const before = await getMyOrder(contextOf(db, buyer), { no });
  expect(priceKeysIn(before.lines).length).toBeGreaterThan(0);
  await db.update(company).set({ status: 'frozen' }).where(eq(company.id, buyer.companyId));
  const frozen = contextOf(db, await accountOf(db, buyer.userId));
  const after = await getMyOrder(frozen, { no });
  const { list } = await listMyOrders(frozen, listOrdersInput.parse({}));
  for (const { lines, goods_amount, discount_amount } of [after, ...list]) {
    expect(priceKeysIn(lines)).toEqual([]);
    expect(lines.flatMap(Object.keys).filter((key) => /price|amount/.test(key))).toEqual([]);
    expect([goods_amount, discount_amount]).toEqual([undefined, undefined]);
  }
  expect(after).toMatchObject({ pay_amount: before.pay_amount, lines: [{ number: 10 }] });
  const { rows } = await previewRebuy(frozen, { no });
  expect(rows).toMatchObject([{ number_then: 10 }]);
  expect(priceKeysIn(rows)).toEqual([]);
  expect(rows.flatMap(Object.keys).filter((key) => key.startsWith('price'))).toEqual([]);
});
