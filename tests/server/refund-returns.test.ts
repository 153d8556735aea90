/** What comes back beside the money: coupons, limits, and a state that leaves nothing to wait for. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { couponPlatform, goodsPlain } from '#demo/seed/known.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { activityGoods, companyCoupon, goods, order, orderLine } from '#lib/server/db/schema.ts';
import { rebuyOrder } from '#lib/server/orders/rebuy.ts';
import { previewRebuy } from '#lib/server/orders/rebuy-preview.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, fillCart, makeBuyers, makeGoods, pay, place } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);

async function makeBuyer(): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  return buyer!;
}

async function buy(buyer: Account, wants: { goodsId: number; number: number }[]): Promise<string[]> {
  const made = await place(db, buyer, { ids: await fillCart(db, buyer, wants) });
  await pay(db, buyer, made.trade_no);
  return made.orders.map(({ no }) => no);
}

const refund = (no: string, returns?: { id: number; quantity: number }[]) =>
  refundOrder(byStaff(db), {
    no,
    reason: '商家缺货',
    cause: { kind: 'short', gifts: [] },
    ...(returns && { returns }),
  });

async function statusOf(no: string) {
  const [row] = await db.select({ status: order.status }).from(order).where(eq(order.no, no));
  return row!.status;
}

async function lineOf(no: string, goodsId: number) {
  const [row] = await db
    .select()
    .from(orderLine)
    .where(and(eq(orderLine.orderNo, no), eq(orderLine.goodsId, goodsId)));
  return row!;
}

const cheap = { price: 1000, memberPrice: 1000 };

describe('a coupon', () => {
  it('comes back with the last order that it lowered, and not before', async () => {
    const buyer = await makeBuyer();
    const merchants = [1, 2];
    const ids = await Promise.all(
      merchants.map((merchantId) =>
        makeGoods(db, goodsPlain, 1000, { ...cheap, merchantId, withCoupon: true }),
      ),
    );
    const [coupon] = await db
      .insert(companyCoupon)
      .values({
        couponId: couponPlatform,
        companyId: buyer.companyId,
        validFrom: new Date(0),
        validTo: new Date(Date.now() + 86_400_000),
      })
      .returning();
    const nos = await buy(
      buyer,
      ids.map((goodsId) => ({ goodsId, number: 100 })),
    );
    const state = async () =>
      (await db.select().from(companyCoupon).where(eq(companyCoupon.id, coupon!.id)))[0]!.status;
    expect([nos.length, await state()]).toEqual([2, 'used']);
    await refund(nos[0]!);
    expect(await state()).toBe('used');
    await refund(nos[1]!);
    expect(await state()).toBe('unused');
  });
});

describe('a limit', () => {
  it('counts what was bought: a short line comes off it, whatever else the order holds', async () => {
    const buyer = await makeBuyer();
    const limited = await makeGoods(db, goodsPlain, 1000, { ...cheap, limitQuantity: 20 });
    const beside = await makeGoods(db, goodsPlain, 1000, cheap);
    const [no] = await buy(buyer, [
      { goodsId: limited, number: 20 },
      { goodsId: beside, number: 100 },
    ]);
    const again = () => addLines(db, buyer, [{ goods_id: limited, type: 0, number: 20 }], new Date());
    await expect(again()).rejects.toMatchObject({ code: 403 });
    await refund(no!, [{ id: (await lineOf(no!, limited)).id, quantity: 20 }]);
    expect((await again()).added).toMatchObject([{ number: 20 }]);
  });
});

describe('an order whose goods are all paid back', () => {
  it('is over, also on its way or partly so', async () => {
    const buyer = await makeBuyer();
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const [whole] = await buy(buyer, [{ goodsId, number: 100 }]);
    await shipOrder(byStaff(db), { no: whole! });
    await refund(whole!);
    expect(await statusOf(whole!)).toBe('closed');

    const [parted] = await buy(buyer, [{ goodsId, number: 100 }]);
    await shipOrder(byStaff(db), { no: parted!, isPart: true });
    expect(await statusOf(parted!)).toBe('part_shipped');
    await refund(parted!);
    expect(await statusOf(parted!)).toBe('closed');
  });
});

describe('a gift', () => {
  async function withGift(change: (giftId: number, itemId: number) => Promise<unknown>) {
    const buyer = await makeBuyer();
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const giftId = await makeGoods(db, goodsPlain, 1000, cheap);
    const [row] = await db.select({ id: goods.merchantId }).from(goods).where(eq(goods.id, goodsId));
    const { id, itemIds } = await makeActivity(
      db,
      {
        kind: 'gift',
        merchantId: row!.id,
        config: { threshold: { unit: 'quantity', quantity: 10 }, isRepeated: false },
      },
      [
        { goodsId, role: 'subject' },
        { goodsId: giftId, role: 'gift', quantity: 5, stock: 100 },
      ],
    );
    await change(giftId, itemIds[1]!);
    const ids = await fillCart(db, buyer, [{ goodsId, number: 100 }]);
    return { buyer, ids, giftId, activityId: id };
  }

  it('that a buyer saw and that is gone is asked about, not left out', async () => {
    const { buyer, ids, giftId, activityId } = await withGift((_, itemId) =>
      db.update(activityGoods).set({ stock: 0 }).where(eq(activityGoods.id, itemId)),
    );
    const more = { gifts: { [activityId]: giftId } };
    await expect(place(db, buyer, { ids, more })).rejects.toMatchObject({ code: 409 });
    expect((await place(db, buyer, { ids })).orders).toHaveLength(1);
  });

  it('keeps the rules of what a buyer may receive', async () => {
    for (const change of [{ isOnShelf: false }, { isControlled: true }, {}]) {
      const { buyer, ids, giftId } = await withGift((id) =>
        Object.keys(change).length === 0
          ? Promise.resolve()
          : db.update(goods).set(change).where(eq(goods.id, id)),
      );
      const [no] = (await place(db, buyer, { ids })).orders.map((one) => one.no);
      const rows = await db.select().from(orderLine).where(eq(orderLine.orderNo, no!));
      expect(rows.some((line) => line.goodsId === giftId)).toBe(Object.keys(change).length === 0);
    }
  });
});

describe('再次购买', () => {
  it('adds the pieces that it promises where there are fewer than then', async () => {
    const buyer = await makeBuyer();
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const [no] = await buy(buyer, [{ goodsId, number: 100 }]);
    await refund(no!);
    await db.update(goods).set({ stock: 30 }).where(eq(goods.id, goodsId));
    const context = contextOf(db, buyer);
    expect((await previewRebuy(context, { no: no! })).rows).toMatchObject([{ number: 30 }]);
    expect(await rebuyOrder(context, { no: no! })).toEqual({ added: 1, refused: [] });
  });
});
