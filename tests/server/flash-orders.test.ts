/** Goods of a flash sale: one line with the rest in the cart, and only their own orders have 15 minutes to be paid. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { couponPlatform, goodsPlain } from '#demo/seed/known.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { previewOrder } from '#lib/server/cart/checkout.ts';
import { listCart } from '#lib/server/cart/list.ts';
import {
  cartLine,
  companyCoupon,
  goods,
  merchant,
  order as orderTable,
  trade,
} from '#lib/server/db/schema.ts';
import { approveOrder } from '#lib/server/orders/approve.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import { openPayPage } from '#lib/server/paying/pages.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  pay,
  place,
  withMembership,
} from '#tests/support/orders.ts';

const { db } = await testDatabase();
const minute = 60_000;
const plain = { price: 1000, memberPrice: 1000, withCoupon: true, packStep: 1, minQuantity: 1 };

async function otherMerchant(): Promise<number> {
  const [row] = await db.select().from(merchant).where(eq(merchant.code, 'M02'));
  await db.update(merchant).set({ minOrderAmount: 0 }).where(eq(merchant.id, row!.id));
  return row!.id;
}

/** A buyer's cart: a goods of a flash sale at one merchant, another one's beside it. */
async function basket(): Promise<{ buyer: Account; ids: number[]; flashed: number; other: number }> {
  const [buyer] = await makeBuyers(db, 1, 10_000_000);
  const flashed = await makeGoods(db, goodsPlain, 1000, { ...plain, merchantId: 1 });
  const other = await makeGoods(db, goodsPlain, 1000, { ...plain, merchantId: await otherMerchant() });
  await makeActivity(db, { kind: 'flash', merchantId: 1 }, [
    { goodsId: flashed, role: 'subject', price: 900 },
  ]);
  const ids = await fillCart(db, buyer!, [
    { goodsId: flashed, number: 100 },
    { goodsId: other, number: 200 },
  ]);
  return { buyer: buyer!, ids, flashed, other };
}

async function minutesOf(tradeNo: string): Promise<Map<number, number>> {
  const rows = await db.select().from(orderTable).where(eq(orderTable.tradeNo, tradeNo));
  return new Map(
    rows.map((row) => [row.merchantId, (row.deadlineAt.getTime() - row.createdAt.getTime()) / minute]),
  );
}

describe('in the cart', () => {
  it('a goods that is added as a flash sale and without is one line, at both prices', async () => {
    const { buyer, flashed } = await basket();
    const now = new Date();
    await addLines(db, buyer, [{ goods_id: flashed, type: lineTypes.flash, number: 5 }], now);
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        addLines(db, buyer, [{ goods_id: flashed, type: i % 2, number: 5 }], now),
      ),
    );
    const { data } = await listCart(contextOf(db, buyer));
    const own = data.filter((line) => line.goods_id === flashed);
    expect(own.map(({ number, type }) => [number, type])).toEqual([[135, lineTypes.flash]]);
  });

  it('takes a second line over that a version before wrote, and one kept for later only as it is', async () => {
    const { buyer, flashed } = await basket();
    const row = { userId: buyer.userId, companyId: buyer.companyId, goodsId: flashed };
    await db.insert(cartLine).values({ ...row, kind: 'flash', number: 7 });
    await addLines(db, buyer, [{ goods_id: flashed, type: 0, number: 3 }], new Date());
    const lines = await db.select().from(cartLine).where(eq(cartLine.userId, buyer.userId));
    expect(
      lines.filter(({ goodsId }) => goodsId === flashed).map(({ kind, number }) => [kind, number]),
    ).toEqual([['normal', 110]]);
  });

  it('is refused as a flash sale when there is none', async () => {
    const { buyer, other } = await basket();
    await expect(
      addLines(db, buyer, [{ goods_id: other, type: lineTypes.flash, number: 5 }], new Date()),
    ).rejects.toMatchObject({ code: 411, message: '秒杀未开始或已结束，可按平时价格购买' });
  });
});

describe('to be paid', () => {
  it('its order has 15 minutes, the other merchants’ 30, and the buyer is told both', async () => {
    const { buyer, ids } = await basket();
    const preview = await previewOrder(contextOf(db, buyer), { ids, coupons: 'best', gifts: {} });
    expect(preview.notices.join()).toMatch(/的订单含秒杀商品，请在15分钟内付款；其余订单30分钟内付款/);
    const { trade_no } = await place(db, buyer, { ids });
    expect([...(await minutesOf(trade_no)).values()].sort()).toEqual([15, 30]);
  });

  it('runs out alone: its pieces come back, the others can be paid for the rest of their time', async () => {
    const { buyer, ids, flashed, other } = await basket();
    const { trade_no } = await place(db, buyer, { ids });
    const at = (minutes: number) => new Date(Date.now() + minutes * minute);
    const shown = async (minutes: number) =>
      (await openPayPage(contextOf(db, buyer, {}, at(minutes)), trade_no))?.trade;
    const first = await shown(1);
    const orders = await db.select().from(orderTable).where(eq(orderTable.tradeNo, trade_no));
    const ends = orders.map(({ deadlineAt }) => deadlineAt.toISOString()).sort();
    expect(first?.deadline_at).toBe(ends[0]);
    // Nobody has written it down yet, and paying for the others does so first.
    expect((await shown(16))?.deadline_at).toBe(ends[1]);
    await pay(db, buyer, trade_no, 'balance', at(16));
    const after = await db.select().from(orderTable).where(eq(orderTable.tradeNo, trade_no));
    expect(after.map(({ status }) => status).sort()).toEqual(['cancelled', 'to_ship']);
    const [row] = await db.select().from(trade).where(eq(trade.no, trade_no));
    expect(row!.payAmount).toBe(after.find(({ status }) => status === 'to_ship')!.payAmount);
    const stock = async (id: number) => (await db.select().from(goods).where(eq(goods.id, id)))[0]!.stock;
    expect([await stock(flashed), await stock(other)]).toEqual([1000, 800]);
    expect(await cancelOverdue(db, at(40))).toMatchObject({ failed: 0 });
  });

  it('a platform coupon that the other merchants’ goods earn is theirs alone, at the same total', async () => {
    const { buyer, ids } = await basket();
    await db.insert(companyCoupon).values({
      couponId: couponPlatform,
      companyId: buyer.companyId,
      validFrom: new Date(0),
      validTo: new Date(Date.now() + 30 * 86_400_000),
    });
    const preview = await previewOrder(contextOf(db, buyer), { ids, coupons: 'best', gifts: {} });
    expect(preview.coupons.some(({ is_chosen }) => is_chosen === 1)).toBe(true);
    const { trade_no } = await place(db, buyer, { ids });
    expect([...(await minutesOf(trade_no)).values()].sort()).toEqual([15, 30]);
  });

  it('an approved one keeps what it holds for a working day, at the price of the flash sale', async () => {
    const { buyer, ids } = await basket();
    const limited = await withMembership(db, buyer, { role: 'buyer', orderLimit: 1 });
    const { trade_no, orders } = await place(db, limited, { ids });
    // A Friday evening: it can be paid on Monday evening, at the price of the flash sale.
    const now = new Date('2026-12-04T19:35:00+08:00');
    await db
      .update(orderTable)
      .set({ deadlineAt: new Date(now.getTime() + minute) })
      .where(eq(orderTable.tradeNo, trade_no));
    await approveOrder({ ...byStaff(db), now }, { no: orders[0]!.no });
    const monday = new Date('2026-12-07T19:35:00+08:00');
    const read = () => db.select().from(orderTable).where(eq(orderTable.tradeNo, trade_no));
    expect((await read()).map(({ deadlineAt }) => deadlineAt)).toEqual([monday, monday]);
    const held = (await read()).map(({ reservations }) => reservations.stock.length);
    expect(held).toEqual([1, 1]);
    // The job leaves them alone until then, and ends them afterwards.
    await cancelOverdue(db, new Date(monday.getTime() - 1));
    expect((await read()).map(({ status }) => status)).toEqual(['to_pay', 'to_pay']);
    await cancelOverdue(db, monday);
    expect((await read()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });
});
