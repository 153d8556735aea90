/** A coupon for one use under many orders at once. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { couponMerchant, goodsPlain } from '#demo/seed/known.ts';
import type { AppError } from '#lib/contract/errors.ts';
import { companyCoupon, order, trade } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fillCart, makeBuyers, makeGoods, place } from '#tests/support/orders.ts';

const { db } = await testDatabase();

it('is used by one of twenty orders at once; the others are shown their new total', async () => {
  const [buyer] = await makeBuyers(db, 1);
  const { companyId } = buyer!;
  const [coupon] = await db
    .insert(companyCoupon)
    .values({
      couponId: couponMerchant,
      companyId,
      validFrom: new Date(0),
      validTo: new Date(Date.now() + 86_400_000),
    })
    .returning();
  const lines: number[] = [];
  for (let at = 0; at < 20; at++) {
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    lines.push(...(await fillCart(db, buyer!, [{ goodsId, number: 100 }])));
  }
  expect(lines).toHaveLength(20);
  // Each of them was quoted with the coupon.
  const results = await Promise.allSettled(lines.map((id) => place(db, buyer!, { ids: [id] })));
  const placed = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const codes = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as AppError).code] : []));
  const [held] = await db.select().from(companyCoupon).where(eq(companyCoupon.id, coupon!.id));
  const orders = await db.select().from(order).where(eq(order.companyId, companyId));
  const withCoupon = orders.filter(({ discountAmount }) => discountAmount > 0);
  expect(withCoupon).toHaveLength(1);
  expect(withCoupon[0]!.discountAmount).toBe(1_500);
  expect(held).toMatchObject({ status: 'held', tradeNo: withCoupon[0]!.tradeNo });
  // Whoever came too late was told, and nothing was ordered at another price than the expected one.
  expect(codes.every((code) => code === 409)).toBe(true);
  expect(placed.length + codes.length).toBe(20);
  const trades = await db.$count(trade, eq(trade.companyId, companyId));
  expect(trades).toBe(placed.length);
  expect(orders).toHaveLength(placed.length);
});
