import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  activities,
  addressSecond,
  couponMerchant,
  goodsColdChainHouse,
  goodsCombination,
  goodsDayLimited,
  goodsFlash,
  goodsGift,
  goodsLimited,
  goodsPlain,
  goodsPlainElsewhere,
  goodsRebate,
  goodsWithGift,
  users,
  voucherDemo,
} from '#demo/seed/known.ts';
import { placedTrade } from '#lib/contract/orders/calls.ts';
import { orderDetail } from '#lib/contract/orders/order.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import type { TraceStep } from '#lib/rules/terms/quote-shape.ts';
import { findKey, openOnce } from '#lib/server/core/idempotency-rows.ts';
import {
  activityGoods,
  cartLine,
  companyCoupon,
  goods,
  idempotencyKey,
  orderLine,
  order as orderTable,
  quotaUse,
  trade,
  voucherLedger,
} from '#lib/server/db/schema.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  accountOf,
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  order,
  place,
  withMembership,
} from '#tests/support/orders.ts';
import { refusalOf } from '#tests/support/refusal.ts';

const { db } = await testDatabase();
let demo: Account;

beforeAll(async () => {
  demo = await accountOf(db, users.demo);
});

async function stockOf(id: number): Promise<number> {
  const [row] = await db.select({ stock: goods.stock }).from(goods).where(eq(goods.id, id));
  return row!.stock;
}

describe('placing an order', () => {
  it('splits into one order a merchant, warehouse and cold chain, takes stock and empties the cart', async () => {
    const before = await Promise.all([goodsPlain, goodsPlainElsewhere, goodsColdChainHouse].map(stockOf));
    const ids = await fillCart(db, demo, [
      { goodsId: goodsPlain, number: 50 },
      { goodsId: goodsPlainElsewhere, number: 50 },
      { goodsId: goodsColdChainHouse, number: 50 },
    ]);
    const placed = placedTrade.parse(await place(db, demo, { ids }));
    expect(placed.orders).toHaveLength(3);
    expect(placed.orders.map((one) => one.status)).toEqual([10, 10, 10]);
    const sum = placed.orders.reduce((all, one) => all + parseYuan(one.pay_amount), 0);
    expect(sum).toBe(parseYuan(placed.pay_amount));
    const after = await Promise.all([goodsPlain, goodsPlainElsewhere, goodsColdChainHouse].map(stockOf));
    expect(after).toEqual(before.map((stock) => stock - 50));
    const left = await db.select().from(cartLine).where(eq(cartLine.userId, demo.userId));
    expect(left).toEqual([]);
    const [row] = await db.select().from(trade).where(eq(trade.no, placed.trade_no));
    expect(row!.deadlineAt.getTime() - row!.createdAt.getTime()).toBe(30 * 60_000);
  });

  it('keeps for each line a trace that ends at what the line pays, and lines that sum to the order', async () => {
    const placed = await order(db, demo, [
      { goodsId: goodsPlain, number: 100 },
      { goodsId: goodsRebate, number: 100 },
    ]);
    for (const { no } of placed.orders) {
      const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
      const lines = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
      for (const line of lines) {
        const steps = line.priceTrace as TraceStep[];
        const paid = steps
          .filter((step) => step.rule !== 'rebate' && step.rule !== 'cashback')
          .reduce((sum, step) => sum + step.amount, 0);
        expect(paid).toBe(line.paid);
        expect(line.gross - line.discount).toBe(line.paid);
      }
      expect(lines.reduce((sum, line) => sum + line.paid, 0) + row!.shippingAmount).toBe(row!.payAmount);
      expect(row!.goodsAmount - row!.discountAmount + row!.shippingAmount).toBe(row!.payAmount);
      expect(row!.rebateAmount).toBe(lines.reduce((sum, line) => sum + line.rebate, 0));
    }
  });

  it('leaves 15 minutes when a flash price is in it, and counts own stock and limit of the flash sale', async () => {
    const [item] = await db
      .select()
      .from(activityGoods)
      .where(and(eq(activityGoods.activityId, activities.flash), eq(activityGoods.goodsId, goodsFlash)));
    const [flash] = await db.select().from(goods).where(eq(goods.id, goodsFlash));
    const number = flash!.packStep * Math.ceil(100 / flash!.packStep);
    const [buyer] = await makeBuyers(db, 1);
    const placed = await order(db, buyer!, [{ goodsId: goodsFlash, number }]);
    const [row] = await db.select().from(trade).where(eq(trade.no, placed.trade_no));
    expect(row).toMatchObject({ kind: 'flash' });
    expect(row!.deadlineAt.getTime() - row!.createdAt.getTime()).toBe(15 * 60_000);
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, placed.orders[0]!.no));
    expect(line!.promoQuantity).toBeGreaterThan(0);
    const [after] = await db.select().from(activityGoods).where(eq(activityGoods.id, item!.id));
    expect(after!.sold).toBe(item!.sold + (item!.stock === null ? 0 : line!.promoQuantity));
    if (item!.companyLimit > 0) {
      const [used] = await db
        .select()
        .from(quotaUse)
        .where(eq(quotaUse.scope, `activity:${item!.activityId}:${goodsFlash}`));
      expect(used!.used).toBe(line!.promoQuantity);
    }
    // What went beyond the limit has a price of its own on the wire, and the pieces sum to the line.
    const { lines } = orderDetail.parse(
      await getMyOrder(contextOf(db, buyer!), { no: placed.orders[0]!.no }),
    );
    const segments = lines[0]!.price_segments!;
    expect(segments[0]).toEqual({ number: line!.promoQuantity, price: lines[0]!.price });
    expect(segments.reduce((sum, one) => sum + one.number, 0)).toBe(number);
    expect(segments.reduce((sum, one) => sum + one.number * parseYuan(one.price), 0)).toBe(line!.gross);
  });

  it('sells a combination as rows of its parts that sum to the set', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const before = await Promise.all(goodsCombination.map(stockOf));
    const [line] = await db
      .insert(cartLine)
      .values({
        userId: buyer!.userId,
        companyId: buyer!.companyId,
        kind: 'combination',
        activityId: activities.combination,
        number: 3,
      })
      .returning();
    const beside = await fillCart(db, buyer!, [{ goodsId: goodsPlainElsewhere, number: 50 }]);
    const [voucher] = await db
      .insert(companyCoupon)
      .values({
        couponId: voucherDemo,
        companyId: buyer!.companyId,
        balance: 777,
        validFrom: new Date(0),
        validTo: new Date(Date.now() + 86_400_000),
      })
      .returning();
    const placed = await place(db, buyer!, {
      ids: [line!.id, ...beside],
      more: { vouchers: [voucher!.id] },
    });
    const all = await db.query.orderLine.findMany({
      where: (row, { inArray }) =>
        inArray(
          row.orderNo,
          placed.orders.map((one) => one.no),
        ),
    });
    const rows = all.filter((row) => row.goodsId !== goodsPlainElsewhere);
    expect(all).toHaveLength(rows.length + 1);
    expect(rows.map((row) => row.goodsId).sort()).toEqual([...goodsCombination].sort());
    const [made] = await db.select().from(orderTable).where(eq(orderTable.no, rows[0]!.orderNo));
    expect(rows.reduce((sum, row) => sum + row.paid, 0) + made!.shippingAmount).toBe(made!.payAmount);
    // A share that is told is the row's own, and the shares add up to what was shared.
    const steps = (of: typeof rows) => of.flatMap((row) => row.priceTrace as TraceStep[]);
    const notified = steps(rows).filter(({ reason }) => reason.includes('本商品分摊¥'));
    expect(notified.filter(({ rule }) => rule === 'voucher')).toHaveLength(rows.length);
    for (const { amount, reason } of notified)
      expect(parseYuan(reason.split('分摊¥')[1]!)).toBe(Math.abs(amount));
    const spent = steps(all).filter(({ rule }) => rule === 'voucher');
    expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(-777);
    const after = await Promise.all(goodsCombination.map(stockOf));
    for (const [i, id] of goodsCombination.entries())
      expect(before[i]! - after[i]!).toBe(rows.find((row) => row.goodsId === id)!.quantity);
  });

  it('gives the gift with the lines that earned it', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const before = await stockOf(goodsGift);
    const placed = await order(db, buyer!, [{ goodsId: goodsWithGift, number: 120 }]);
    const rows = await db.select().from(orderLine).where(eq(orderLine.orderNo, placed.orders[0]!.no));
    const gift = rows.find((row) => row.kind === 'gift')!;
    const bought = rows.find((row) => row.goodsId === goodsWithGift)!;
    expect(gift).toMatchObject({ goodsId: goodsGift, paid: 0, earnedBy: [bought.id] });
    expect(await stockOf(goodsGift)).toBe(before - gift.quantity);
  });

  it('holds the coupons it uses, for one trade only', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const span = { validFrom: new Date(0), validTo: new Date(Date.now() + 86_400_000) };
    const [coupon] = await db
      .insert(companyCoupon)
      .values({ couponId: couponMerchant, companyId: buyer!.companyId, ...span })
      .returning();
    const [voucher] = await db
      .insert(companyCoupon)
      .values({ couponId: voucherDemo, companyId: buyer!.companyId, balance: 5000, ...span })
      .returning();
    const much = await makeGoods(db, goodsPlain, 5000);
    const ids = await fillCart(db, buyer!, [{ goodsId: much, number: 600 }]);
    const placed = await place(db, buyer!, { ids, more: { vouchers: [voucher!.id] } });
    const mine = await db.select().from(companyCoupon).where(eq(companyCoupon.companyId, buyer!.companyId));
    expect(mine.find((one) => one.id === coupon!.id)).toMatchObject({
      status: 'held',
      tradeNo: placed.trade_no,
    });
    expect(mine.find((one) => one.id === voucher!.id)).toMatchObject({ status: 'used', balance: 0 });
    const entries = await db
      .select()
      .from(voucherLedger)
      .where(eq(voucherLedger.companyCouponId, voucher!.id));
    expect(entries).toMatchObject([
      { useType: 'issue', amount: 5000, balanceAfter: 5000 },
      { useType: 'pay', amount: -5000, balanceAfter: 0 },
    ]);
  });

  it('sends the order to the address that was chosen', async () => {
    const ids = await fillCart(db, demo, [{ goodsId: goodsPlainElsewhere, number: 50 }]);
    const placed = await place(db, demo, { ids, more: { address_id: addressSecond } });
    const [row] = await db.select().from(trade).where(eq(trade.no, placed.trade_no));
    expect(row!.address.city).toContain('宜昌');
  });

  it('keeps the remark of each order', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    const placed = await place(db, buyer!, { ids, more: { remarks: { '1-1-0': '请发近期批号' } } });
    const [row] = await db.select().from(orderTable).where(eq(orderTable.no, placed.orders[0]!.no));
    expect(row!.remark).toBe('请发近期批号');
    const more = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    expect(
      await refusalOf(place(db, buyer!, { ids: more, more: { remarks: { '9-9-9': '?' } } })),
    ).toMatchObject({
      code: 422,
    });
  });

  it('beyond the member’s limit the whole trade waits for approval', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const limited = await withMembership(db, buyer!, { orderLimit: 100 });
    const placed = await order(db, limited, [{ goodsId: goodsPlain, number: 50 }]);
    expect(placed.orders.map((one) => one.status)).toEqual([15]);
  });
});

describe('the idempotency key', () => {
  it('sent twice makes one order, also while the first still runs', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    const expected = await total(buyer!, ids);
    const key = randomUUID();
    const both = await Promise.all(
      Array.from({ length: 5 }, () => place(db, buyer!, { ids, key, expected })),
    );
    expect(new Set(both.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await place(db, buyer!, { ids, key, expected })).toEqual(both[0]);
    const trades = await db.select().from(trade).where(eq(trade.companyId, buyer!.companyId));
    expect(trades).toHaveLength(1);
  });

  it('with another body is refused, and means nothing to another company', async () => {
    const [buyer, other] = await makeBuyers(db, 2);
    const key = randomUUID();
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    await place(db, buyer!, { ids, key });
    const more = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    expect(await refusalOf(place(db, buyer!, { ids: more, key }))).toMatchObject({ code: 422 });
    const theirs = await fillCart(db, other!, [{ goodsId: goodsPlain, number: 50 }]);
    expect((await place(db, other!, { ids: theirs, key })).orders).toHaveLength(1);
  });

  it('is not used up by a refusal', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const key = randomUUID();
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    expect(await refusalOf(place(db, buyer!, { ids, key, expected: '0.01' }))).toMatchObject({ code: 409 });
    const kept = await db.select().from(idempotencyKey).where(eq(idempotencyKey.key, key));
    expect(kept).toEqual([]);
    expect((await place(db, buyer!, { ids, key })).orders).toHaveLength(1);
  });

  it('is claimed with the goods that are wanted: they are held behind it, and not where it stands already', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const goodsId = await makeGoods(db, goodsPlain, 10);
    const claim = { companyId: buyer!.companyId, key: randomUUID(), bodyHash: '', answer: null };
    const isHeld = () =>
      db
        .transaction((tx) =>
          tx.execute(sql`select id from goods where id = ${goodsId} for no key update nowait`),
        )
        .then(
          () => false,
          (error) => error.cause.code === '55P03',
        );
    await db.transaction(async (tx) => {
      expect(await openOnce(tx, { ...claim, goodsIds: [goodsId] })).toBe(true);
      expect(await isHeld()).toBe(true);
    });
    await db.transaction(async (tx) => {
      expect(await openOnce(tx, { ...claim, goodsIds: [goodsId] })).toBe(false);
      expect(await isHeld()).toBe(false);
    });
  });

  it('keeps the answer to the letter', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const key = randomUUID();
    const placed = await place(db, buyer!, {
      ids: await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]),
      key,
    });
    expect((await findKey(db, buyer!.companyId, key))?.answer).toBe(JSON.stringify(placed));
  });
});

async function total(account: Account, ids: number[]): Promise<string> {
  const refused = await refusalOf(place(db, account, { ids, expected: '0.01' }));
  return (refused.data as { total: { pay_amount: string } }).total.pay_amount;
}

describe('what is refused', () => {
  it('another total than the buyer saw: 409 with the new quote', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    const refused = await refusalOf(place(db, buyer!, { ids, expected: '1.00' }));
    expect(refused).toMatchObject({ code: 409, message: '订单金额已变化，请核对后重新提交' });
    expect(refused.data).toMatchObject({ groups: [{}], total: {} });
  });

  it('a company without an address: 422', async () => {
    const [buyer] = await makeBuyers(db, 1);
    await db.execute(sql`update address set deleted_at = now() where company_id = ${buyer!.companyId}`);
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    expect(await refusalOf(place(db, buyer!, { ids }))).toMatchObject({
      code: 422,
      message: '请选择收货地址',
    });
  });

  it('somebody else’s address and lines: 404', async () => {
    const [buyer, other] = await makeBuyers(db, 2);
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    expect(
      await refusalOf(place(db, buyer!, { ids, expected: '1.00', more: { address_id: addressSecond } })),
    ).toMatchObject({ code: 404 });
    expect(await refusalOf(place(db, other!, { ids, expected: '1.00' }))).toMatchObject({ code: 404 });
  });

  it('less than the merchant’s minimum: 422', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const cheap = await makeGoods(db, goodsPlain, 10, { price: 1, memberPrice: 1 });
    await db.execute(sql`update merchant set min_order_amount = 5000 where id = 1`);
    const ids = await fillCart(db, buyer!, [{ goodsId: cheap, number: 1 }]);
    const refused = await refusalOf(place(db, buyer!, { ids }));
    await db.execute(sql`update merchant set min_order_amount = 0 where id = 1`);
    expect(refused).toMatchObject({ code: 422 });
    expect(refused.message).toContain('未达到起订金额');
  });

  it('a region that is not served: 422', async () => {
    const [buyer] = await makeBuyers(db, 1);
    await db.execute(
      sql`update merchant set freight_rules = '{"unservedRegions":["42"]}'::jsonb where id = 1`,
    );
    const ids = await fillCart(db, buyer!, [{ goodsId: goodsPlain, number: 50 }]);
    const refused = await refusalOf(place(db, buyer!, { ids }));
    await db.execute(sql`update merchant set freight_rules = '{}'::jsonb where id = 1`);
    expect(refused).toMatchObject({ code: 422 });
    expect(refused.message).toContain('暂不配送');
  });

  it('more than is there: 409 with the reason', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const few = await makeGoods(db, goodsPlain, 3);
    const ids = await fillCart(db, buyer!, [{ goodsId: few, number: 4 }]);
    const refused = await refusalOf(place(db, buyer!, { ids }));
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.message).toContain('库存仅剩3');
  });

  it('a company that may not see prices', async () => {
    const pending = await accountOf(db, users.pending);
    const ids = await fillCart(db, pending, [{ goodsId: goodsPlain, number: 50 }]);
    const refused = await refusalOf(place(db, pending, { ids }));
    expect(refused).toMatchObject({ code: 409 });
    expect(JSON.stringify(refused.data)).not.toMatch(/"(price|pay_amount)":"[1-9]/);
  });

  it('more unpaid trades than a company may have', async () => {
    const [buyer] = await makeBuyers(db, 1);
    const many = await makeGoods(db, goodsPlain, 1000);
    for (let i = 0; i < 20; i++) await order(db, buyer!, [{ goodsId: many, number: 1 }]);
    const ids = await fillCart(db, buyer!, [{ goodsId: many, number: 1 }]);
    const refused = await refusalOf(place(db, buyer!, { ids }));
    expect(refused).toMatchObject({ code: 422 });
    expect(refused.message).toContain('20笔');
    // Those that ran out count no more.
    const later = new Date(Date.now() + 31 * 60_000);
    expect((await place(db, buyer!, { ids, now: later })).orders).toHaveLength(1);
  });
});

describe('many at once', () => {
  it('50 orders on a stock of 10 pieces sell exactly 10', async () => {
    const scarce = await makeGoods(db, goodsPlain, 10);
    const buyers = await makeBuyers(db, 50);
    const carts = await Promise.all(
      buyers.map((buyer) => fillCart(db, buyer, [{ goodsId: scarce, number: 1 }])),
    );
    const expected = await total(buyers[0]!, carts[0]!);
    const results = await Promise.allSettled(
      buyers.map((buyer, i) => place(db, buyer, { ids: carts[i]!, expected })),
    );
    const sold = results.filter((result) => result.status === 'fulfilled');
    const refused = results.filter((result) => result.status === 'rejected');
    expect(sold).toHaveLength(10);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 409 });
    expect(await stockOf(scarce)).toBe(0);
    const [sum] = await db
      .select({ pieces: sql<number>`sum(${orderLine.quantity})::int` })
      .from(orderLine)
      .where(eq(orderLine.goodsId, scarce));
    expect(sum!.pieces).toBe(10);
  });

  it('orders that want the same goods in different order never block each other', async () => {
    const [first, second] = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 1000)];
    const buyers = await makeBuyers(db, 30);
    const carts = await Promise.all(
      buyers.map((buyer, i) =>
        fillCart(
          db,
          buyer,
          (i % 2 ? [first, second] : [second, first]).map((goodsId) => ({ goodsId, number: 2 })),
        ),
      ),
    );
    await Promise.all(buyers.map((buyer, i) => place(db, buyer, { ids: carts[i]! })));
    expect([await stockOf(first), await stockOf(second)]).toEqual([940, 940]);
  });

  it('a limit holds for one company however many of its people order', async () => {
    const [limited] = await db.select().from(goods).where(eq(goods.id, goodsLimited));
    const [buyer] = await makeBuyers(db, 1);
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const id = `${buyer!.userId}-${at}`;
        await db.execute(
          sql`insert into "user" (id, name, email) values (${id}, 'x', ${`${id}@users.invalid`})`,
        );
        await db.execute(
          sql`insert into member (user_id, company_id, role) values (${id}, ${buyer!.companyId}, 'owner')`,
        );
        return accountOf(db, id);
      }),
    );
    const number = limited!.limitQuantity / 2;
    const carts = await Promise.all(
      people.map((person) => fillCart(db, person, [{ goodsId: goodsLimited, number }])),
    );
    const expected = await total(people[0]!, carts[0]!);
    const results = await Promise.allSettled(
      people.map((person, i) => place(db, person, { ids: carts[i]!, expected })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
    const [used] = await db
      .select()
      .from(quotaUse)
      .where(and(eq(quotaUse.companyId, buyer!.companyId), eq(quotaUse.scope, `all:${goodsLimited}`)));
    expect(used!.used).toBe(limited!.limitQuantity);
  });

  it('a limit a day begins anew the next day', async () => {
    const [limited] = await db.select().from(goods).where(eq(goods.id, goodsDayLimited));
    const [buyer] = await makeBuyers(db, 1);
    const wants = [{ goodsId: goodsDayLimited, number: limited!.dayLimit }];
    await order(db, buyer!, wants);
    const ids = await fillCart(db, buyer!, wants);
    expect(await refusalOf(place(db, buyer!, { ids }))).toMatchObject({ code: 409 });
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect((await place(db, buyer!, { ids, now: tomorrow })).orders).toHaveLength(1);
  });
});
