/** A buyer's part of the home page: one call, the company's own things alone, the same numbers as the pages behind it. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import { getMember } from '#lib/server/accounts/member.ts';
import { companyCoupon, coupon, goods, order as orderTable } from '#lib/server/db/schema.ts';
import { getBuyerHome } from '#lib/server/home/home.ts';
import { listMyOrders } from '#lib/server/orders/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { savePurchaseDraft } from '#lib/server/quick-order/draft.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const GET = routeOf(api.buyerHome);

const { db } = await testDatabase();
const now = new Date();
const dayMs = 86_400_000;
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
const homeOf = (buyer: Account, at = now) => getBuyerHome(contextOf(db, buyer, {}, at));

async function bought(buyer: Account, goodsId: number, days: number[], number = 20): Promise<string> {
  let last = '';
  for (const day of days) {
    const placed = await order(db, buyer, [{ goodsId, number }], ago(day));
    await pay(db, buyer, placed.trade_no, 'balance', ago(day));
    last = placed.orders[0]!.no;
  }
  return last;
}

const nothing = {
  todo: { to_pay: 0, to_approve: 0, to_receive: 0 },
  due: { total: 0, list: [] },
  fallen: { total: 0, list: [] },
  last: null,
  draft: 0,
  coupons: { total: 0, list: [] },
};

test('what runs out, what got cheaper and the last purchase are of the own company alone', async () => {
  const [buyer, other] = await makeBuyers(db, 2, 100_000_000);
  const due = await makeGoods(db, goodsPlain, 10_000);
  const fresh = await makeGoods(db, goodsPlainSecond, 10_000);
  await bought(buyer!, due, [44, 30, 16]);
  const last = await bought(buyer!, fresh, [3, 1], 10);
  const before = await homeOf(buyer!);
  expect(before.due).toMatchObject({ total: 1, list: [{ id: due, number: 20 }] });
  expect(before.due.list[0]!.reason).toContain('已16天未买');
  expect(before.fallen).toEqual({ total: 0, list: [] });
  expect(before.last).toMatchObject({ no: last, kinds: 1 });

  const { price } = (await db.select().from(goods).where(eq(goods.id, fresh)))[0]!;
  await db
    .update(goods)
    .set({ price: Math.floor(price * 0.8) })
    .where(eq(goods.id, fresh));
  await expect
    .poll(async () => (await homeOf(buyer!)).fallen)
    .toMatchObject({ total: 1, list: [{ id: fresh, number: 10 }] });
  const [line] = (await homeOf(buyer!)).fallen.list;
  expect(Number(line!.price)).toBeLessThan(Number(line!.last_price));

  expect(await homeOf(other!)).toMatchObject(nothing);
});

test('the tasks count what the list of orders shows behind them', async () => {
  const [buyer, other] = await makeBuyers(db, 2, 100_000_000);
  const id = await makeGoods(db, goodsPlain, 10_000);
  await order(db, buyer!, [{ goodsId: id, number: 10 }], now);
  // Too late to pay: the list shows it as cancelled.
  await order(db, buyer!, [{ goodsId: id, number: 10 }], ago(2));
  const [sent, hidden] = [await bought(buyer!, id, [5]), await bought(buyer!, id, [6])];
  for (const no of [sent, hidden])
    await db.update(orderTable).set({ status: 'to_receive' }).where(eq(orderTable.no, no));
  await db.update(orderTable).set({ hiddenAt: now }).where(eq(orderTable.no, hidden));
  const { todo } = await homeOf(buyer!);
  const { counts } = await listMyOrders(contextOf(db, buyer!, {}, now), listOrdersInput.parse({}));
  expect(todo).toMatchObject({ to_pay: 1, to_approve: 0, to_receive: 1 });
  expect([counts[10], counts[15] ?? 0, counts[30]]).toEqual([1, 0, 1]);
  expect((await homeOf(other!)).todo).toMatchObject({ to_pay: 0, to_receive: 0 });
});

test('coupons that end within a week, and the rows of the own list', async () => {
  const [buyer, other] = await makeBuyers(db, 2);
  for (const days of [3, 30]) {
    const span = { validFrom: ago(1), validTo: ago(-days) };
    const [made] = await db
      .insert(coupon)
      .values({
        name: `${days}天`,
        threshold: 10_000,
        value: 500,
        total: 1,
        claimFrom: ago(1),
        claimTo: now,
        ...span,
      })
      .returning();
    await db
      .insert(companyCoupon)
      .values({ companyId: buyer!.companyId, couponId: made!.id, claimedAt: ago(1), ...span });
  }
  const row = {
    text: '布洛芬 20',
    given: null,
    grade: 'none' as const,
    confidence: 0,
    reason: '',
    number: 0,
    goods_id: null,
    others: [],
    kinds: [],
    about: '',
    ways: [],
    is_settled: 0 as const,
    is_own: 0 as const,
  };
  await savePurchaseDraft(contextOf(db, buyer!, {}, now), {
    version: 0,
    text: '',
    rows: [row],
    keeps_last: 0,
  });
  expect(await homeOf(buyer!)).toMatchObject({
    may_order: 1,
    draft: 1,
    coupons: {
      total: 1,
      list: [{ name: '3天', merchant: '平台', amount: '100.00', value: '5.00', days: 3 }],
    },
  });
  expect(await homeOf(other!)).toMatchObject(nothing);
});

test('the member card has the month of the own company, without what was not paid', async () => {
  const [buyer, other] = await makeBuyers(db, 2, 100_000_000);
  const id = await makeGoods(db, goodsPlain, 10_000);
  const placed = await order(db, buyer!, [{ goodsId: id, number: 20 }], now);
  const monthOf = async (who: Account) => (await getMember(contextOf(db, who, {}, now))).month;
  expect(await monthOf(buyer!)).toBe('0.00');
  await pay(db, buyer!, placed.trade_no, 'balance', now);
  expect(await monthOf(buyer!)).toBe(placed.pay_amount);
  expect(await monthOf(other!)).toBe('0.00');
});

test('a company that sees no prices has its tasks alone, and a visitor nothing', async () => {
  for (const name of ['pending', 'frozen'] as const)
    expect(await request(GET, { cookie: await loginAs(name) })).toMatchObject({
      code: 200,
      data: { due: nothing.due, fallen: nothing.fallen, coupons: nothing.coupons },
    });
  expect((await request(GET, { cookie: await loginAs('demo-zhidu') })).data).toMatchObject({
    may_order: 0,
    may_approve: 0,
  });
  expect(await request(GET)).toMatchObject({ code: 401 });
});
