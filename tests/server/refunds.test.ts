/** What an order took and what it gave come back whole when it is called off or refunded. */

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain, goodsPlainSecond, goodsRebate, voucherDemo } from '#demo/seed/known.ts';
import { rebuyPreview } from '#lib/contract/orders/calls.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { type BackPart, backText } from '#lib/rules/orders/money-back.ts';
import { type OrderStatus, orderLimits } from '#lib/rules/orders/order-state.ts';
import { listCashbacks } from '#lib/server/activities/cashback.ts';
import { joinGroupBuy } from '#lib/server/activities/join.ts';
import type { Context } from '#lib/server/core/context.ts';
import {
  activity,
  activityGoods,
  cartLine,
  companyCoupon,
  goods,
  order,
  orderLine,
  quotaUse,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder, refuseMyOrder } from '#lib/server/orders/change.ts';
import { creditPromises } from '#lib/server/orders/due.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { rebuyOrder } from '#lib/server/orders/rebuy.ts';
import { previewRebuy } from '#lib/server/orders/rebuy-preview.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { getMoney } from '#lib/server/wallet/wallet.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { contextOf, makeBuyers, makeGoods, pay, payFreely, place } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);

async function makeBuyer(): Promise<Account> {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  return buyer!;
}

type Line = Pick<typeof cartLine.$inferInsert, 'goodsId' | 'number' | 'kind' | 'activityId'>;

/** Orders lines of any type at once. */
async function orderLines(buyer: Account, lines: readonly Line[]) {
  const { userId, companyId } = buyer;
  const rows = await db
    .insert(cartLine)
    .values(lines.map((line) => ({ userId, companyId, ...line })))
    .returning({ id: cartLine.id });
  return place(db, buyer, { ids: rows.map((row) => row.id) });
}

/** The same, and paid. */
async function buyLines(buyer: Account, lines: readonly Line[]) {
  const trade = await orderLines(buyer, lines);
  await pay(db, buyer, trade.trade_no);
  return trade.orders.map(({ no }) => no);
}

function refundAll(no: string) {
  return refundOrder(byStaff(db), { no, reason: '不要了' });
}

function refundPart(no: string, returns: { id: number; quantity: number }[]) {
  return refundOrder(byStaff(db), { no, returns, reason: '少要一些' });
}

function linesOf(no: string) {
  return db.select().from(orderLine).where(eq(orderLine.orderNo, no)).orderBy(orderLine.id);
}

async function statusOf(no: string): Promise<OrderStatus> {
  const [row] = await db.select({ status: order.status }).from(order).where(eq(order.no, no));
  return row!.status;
}

async function stockOf(id: number): Promise<number> {
  const [row] = await db.select({ stock: goods.stock }).from(goods).where(eq(goods.id, id));
  return row!.stock;
}

async function soldOf(id: number | undefined): Promise<number> {
  const [row] = await db
    .select({ sold: activityGoods.sold })
    .from(activityGoods)
    .where(eq(activityGoods.id, id!));
  return row!.sold;
}

/** What the company has used of its limits, in all. */
async function usedOf({ companyId }: Account): Promise<number> {
  const rows = await db
    .select({ used: quotaUse.used })
    .from(quotaUse)
    .where(eq(quotaUse.companyId, companyId));
  return rows.reduce((sum, row) => sum + row.used, 0);
}

async function merchantOf(goodsId: number): Promise<number> {
  const [row] = await db.select({ id: goods.merchantId }).from(goods).where(eq(goods.id, goodsId));
  return row!.id;
}

describe('two lines of one goods at the flash price', () => {
  async function placed() {
    const buyer = await makeBuyer();
    const goodsId = await makeGoods(db, goodsPlain, 1000, { dayLimit: 100 });
    const { itemIds } = await makeActivity(db, { kind: 'flash', config: { variant: 'original_price' } }, [
      { goodsId, price: 1, stock: 50, companyLimit: 40 },
    ]);
    const trade = await orderLines(buyer, [
      { goodsId, number: 10, kind: 'normal' },
      { goodsId, number: 20, kind: 'flash' },
    ]);
    expect(await soldOf(itemIds[0])).toBe(30);
    expect(await usedOf(buyer)).toBe(60);
    return { buyer, goodsId, item: itemIds[0], tradeNo: trade.trade_no, no: trade.orders[0]!.no };
  }

  it('come back whole when the order is called off', async () => {
    const { buyer, goodsId, item, no } = await placed();
    await cancelMyOrder(contextOf(db, buyer), { no });
    expect(await soldOf(item)).toBe(0);
    expect(await usedOf(buyer)).toBe(0);
    expect(await stockOf(goodsId)).toBe(1000);
  });

  it('come back whole when the order is refunded before shipping, also in two goes', async () => {
    const { buyer, goodsId, item, no, tradeNo } = await placed();
    await pay(db, buyer, tradeNo);
    const [line] = await linesOf(no);
    await refundPart(no, [{ id: line!.id, quantity: 1 }]);
    // Off the day's limit; the flash price's own comes back with the whole order.
    expect(await usedOf(buyer)).toBe(59);
    await refundAll(no);
    expect(await statusOf(no)).toBe('closed');
    expect(await soldOf(item)).toBe(0);
    expect(await usedOf(buyer)).toBe(0);
    expect(await stockOf(goodsId)).toBe(1000);
  });
});

describe('pieces of a group-buy', () => {
  it('that are refunded do not count towards its goal, and are not given back twice', async () => {
    const buyer = await makeBuyer();
    const goodsId = await makeGoods(db, goodsPlain, 1000);
    const { id, itemIds } = await makeActivity(
      db,
      { kind: 'group_buy', merchantId: await merchantOf(goodsId), config: { goal: 200, minQuantity: 1 } },
      [{ goodsId, price: 1000, stock: 1000 }],
    );
    const joined = await joinGroupBuy(contextOf(db, buyer), { id, number: 100 });
    const trade = await place(db, buyer, { ids: [joined.id] });
    await pay(db, buyer, trade.trade_no);
    const no = trade.orders[0]!.no;
    expect(await soldOf(itemIds[0])).toBe(100);
    const [line] = await linesOf(no);
    await refundPart(no, [{ id: line!.id, quantity: 30 }]);
    expect(await soldOf(itemIds[0])).toBe(70);
    // Somebody else's pieces stay counted when the rest is off.
    await db.update(activityGoods).set({ sold: 90 }).where(eq(activityGoods.id, itemIds[0]!));
    await refundAll(no);
    expect(await soldOf(itemIds[0])).toBe(20);
    expect(await stockOf(goodsId)).toBe(1000);
  });
});

describe('gifts', () => {
  async function makeGiftFor(goodsIds: readonly number[], giftId: number, pieces: number, threshold = 10) {
    return makeActivity(
      db,
      {
        kind: 'gift',
        merchantId: await merchantOf(giftId),
        config: { threshold: { unit: 'quantity', quantity: threshold }, isRepeated: false },
      },
      [
        ...goodsIds.map((goodsId) => ({ goodsId })),
        { goodsId: giftId, role: 'gift', quantity: pieces, stock: 50 },
      ],
    );
  }

  it('of two activities that give the same goods all come back, with each activity’s own stock', async () => {
    const buyer = await makeBuyer();
    const giftId = await makeGoods(db, goodsPlain, 100);
    const warehouseId = 32_000;
    const ids = [
      await makeGoods(db, goodsPlain, 1000, { warehouseId }),
      await makeGoods(db, goodsPlainSecond, 1000, { warehouseId }),
    ];
    const two = await makeGiftFor([ids[0]!], giftId, 2);
    const five = await makeGiftFor([ids[1]!], giftId, 5);
    const [no] = await buyLines(
      buyer,
      ids.map((goodsId) => ({ goodsId, number: 100, kind: 'normal' as const })),
    );
    const gifts = (await linesOf(no!)).filter((line) => line.kind === 'gift');
    expect(gifts.map((line) => line.quantity).sort()).toEqual([2, 5]);
    expect(await stockOf(giftId)).toBe(93);
    await refundAll(no!);
    expect(await statusOf(no!)).toBe('closed');
    expect(isEach(await linesOf(no!), (line) => line.refundedQuantity === line.quantity)).toBe(true);
    expect(await stockOf(giftId)).toBe(100);
    expect([await soldOf(two.itemIds[1]), await soldOf(five.itemIds[1])]).toEqual([0, 0]);
  });

  it('come back with the line that earned them while the rest of the order goes on', async () => {
    const buyer = await makeBuyer();
    const [giving, giftId] = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 100)];
    const activity = await makeGiftFor([giving], giftId, 2);
    const [no] = await buyLines(buyer, [
      { goodsId: giving, number: 50, kind: 'normal' },
      { goodsId: giving, number: 50, kind: 'flash' },
    ]);
    const [first, second, gift] = await linesOf(no!);
    expect(gift).toMatchObject({ kind: 'gift', earnedBy: [first!.id, second!.id] });
    await refundPart(no!, [{ id: first!.id, quantity: 50 }]);
    expect(await soldOf(activity.itemIds[1])).toBe(2);
    await refundPart(no!, [{ id: second!.id, quantity: 50 }]);
    expect(await soldOf(activity.itemIds[1])).toBe(0);
    expect(await statusOf(no!)).toBe('closed');
  });

  /** Two orders of a trade, of two warehouses, that earned one gift together; the first has it. */
  async function overTwoOrders() {
    const buyer = await makeBuyer();
    const ids = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 1000)];
    const giftId = await makeGoods(db, goodsPlain, 100);
    const { itemIds } = await makeGiftFor(ids, giftId, 1, 150);
    const nos = await buyLines(
      buyer,
      ids.map((goodsId) => ({ goodsId, number: 100, kind: 'normal' as const })),
    );
    expect(nos).toHaveLength(2);
    const all = await Promise.all(nos.map(linesOf));
    const at = all.findIndex((lines) => lines.some((line) => line.kind === 'gift'));
    return { buyer, giftId, item: itemIds[2], host: nos[at]!, other: nos[1 - at]! };
  }

  it.each(['host', 'other'] as const)(
    'earned over two orders come back when both are returned, the %s first',
    async (first) => {
      const { giftId, item, host, other } = await overTwoOrders();
      await refundAll(first === 'host' ? host : other);
      expect(await stockOf(giftId)).toBe(99);
      expect(await soldOf(item)).toBe(1);
      expect([await statusOf(host), await statusOf(other)]).toEqual(
        first === 'host' ? ['to_ship', 'to_ship'] : ['to_ship', 'closed'],
      );
      await refundAll(first === 'host' ? other : host);
      expect([await statusOf(host), await statusOf(other)]).toEqual(['closed', 'closed']);
      expect(await stockOf(giftId)).toBe(100);
      expect(await soldOf(item)).toBe(0);
      const gift = (await linesOf(host)).find((line) => line.kind === 'gift');
      expect(gift!.refundedQuantity).toBe(1);
    },
  );

  it('earned over two orders come back once when both are refunded at the same moment, twice each', async () => {
    const { giftId, item, host, other } = await overTwoOrders();
    const answers = await Promise.allSettled([host, other, host, other].map(refundAll));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect([await statusOf(host), await statusOf(other)]).toEqual(['closed', 'closed']);
    expect(await stockOf(giftId)).toBe(100);
    expect(await soldOf(item)).toBe(0);
  });

  it('of goods that turn out to be short are for sale again, the goods are not', async () => {
    const buyer = await makeBuyer();
    const [goodsId, giftId] = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 100)];
    await makeGiftFor([goodsId], giftId, 2);
    const [no] = await buyLines(buyer, [{ goodsId, number: 100, kind: 'normal' }]);
    await refundOrder(byStaff(db), { no: no!, reason: '缺货', cause: { kind: 'short', gifts: [] } });
    expect([await stockOf(goodsId), await stockOf(giftId)]).toEqual([900, 100]);
  });

  it('of an order that was refused at the door came back with it', async () => {
    const { buyer, host } = await overTwoOrders();
    await shipOrder(byStaff(db), { no: host });
    await refuseMyOrder(contextOf(db, buyer), { no: host, reason: '' });
    await refundAll(host);
    expect(await statusOf(host)).toBe('closed');
  });
});

describe('a combination', () => {
  it('of several pieces of each goods comes back in whole sets, also when it was bought once', async () => {
    const buyer = await makeBuyer();
    const parts = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 1000)];
    const set = await makeActivity(
      db,
      {
        kind: 'combination',
        merchantId: await merchantOf(parts[0]!),
        config: { price: 100, limitQuantity: 0 },
      },
      parts.map((goodsId) => ({ goodsId, role: 'part', quantity: 2 })),
    );
    const nos = await buyLines(buyer, [
      { goodsId: null, activityId: set.id, number: 3, kind: 'combination' },
      { goodsId: parts[1]!, number: 300, kind: 'normal' },
    ]);
    const lines = (await Promise.all(nos.map(linesOf))).flat().filter((line) => line.kind === 'combination');
    expect(lines.map((line) => line.quantity)).toEqual([6, 6]);
    const no = lines[0]!.orderNo;
    const each = (quantity: number) => lines.map(({ id }) => ({ id, quantity }));
    for (const pieces of [1, 3]) await expect(refundPart(no, each(pieces))).rejects.toThrow('须整套退回');
    expect((await refundPart(no, each(4))).pieces).toBe(8);
    await expect(refundPart(no, each(1))).rejects.toThrow('须整套退回');
    expect((await refundPart(no, each(2))).pieces).toBe(4);
  });
});

describe('a combination bought again', () => {
  it('is one line of sets while it is sold as it was, and its parts after that', async () => {
    const buyer = await makeBuyer();
    const goodsIds = [await makeGoods(db, goodsPlain, 1000), await makeGoods(db, goodsPlain, 1000)];
    const set = await makeActivity(
      db,
      {
        kind: 'combination',
        merchantId: await merchantOf(goodsIds[0]!),
        config: { price: 100, limitQuantity: 0 },
      },
      goodsIds.map((goodsId) => ({ goodsId, role: 'part', quantity: 2 })),
    );
    const [no] = await buyLines(buyer, [
      { goodsId: null, activityId: set.id, number: 30, kind: 'combination' },
    ]);
    await refundAll(no!);
    const context = contextOf(db, buyer);
    const cartOf = async () => {
      const rows = await db
        .delete(cartLine)
        .where(eq(cartLine.companyId, buyer.companyId))
        .returning({ kind: cartLine.kind, id: cartLine.goodsId, number: cartLine.number });
      return rows.sort((a, b) => b.kind.localeCompare(a.kind) || a.id! - b.id!);
    };
    const shown = rebuyPreview.parse(await previewRebuy(context, { no: no! }));
    expect(shown.sets).toMatchObject([{ activity_id: set.id, number: 30, price_now: '1.00' }]);
    expect(shown.rows).toEqual([]);
    expect(await rebuyOrder(context, { no: no! })).toEqual({ added: 1, refused: [] });
    expect(await cartOf()).toEqual([{ kind: 'combination', id: null, number: 30 }]);
    await db
      .update(activity)
      .set({ endsAt: new Date(Date.now() - 60_000) })
      .where(eq(activity.id, set.id));
    const after = await previewRebuy(context, { no: no! });
    expect([after.sets.length, after.rows.length]).toEqual([0, 2]);
    await rebuyOrder(context, { no: no! });
    expect((await cartOf()).map(({ kind, id }) => [kind, id])).toEqual(goodsIds.map((id) => ['normal', id]));
  });
});

describe('what vouchers paid', () => {
  it('is told with the refund that brought it back, also where no money came', async () => {
    const buyer = await makeBuyer();
    const span = { validFrom: new Date(0), validTo: new Date(Date.now() + 86_400_000) };
    const goodsId = await makeGoods(db, goodsPlain, 1000, { price: 1000, memberPrice: 1000 });
    const goodsBeside = await makeGoods(db, goodsPlain, 1000, { price: 1000, memberPrice: 1000 });
    const buy = async (balance: number, wants: Line[]) => {
      const [voucher] = await db
        .insert(companyCoupon)
        .values({ couponId: voucherDemo, companyId: buyer.companyId, balance, ...span })
        .returning();
      const rows = await db
        .insert(cartLine)
        .values(wants.map((want) => ({ userId: buyer.userId, companyId: buyer.companyId, ...want })))
        .returning({ id: cartLine.id });
      const ids = rows.map((row) => row.id);
      const trade = await place(db, buyer, { ids, more: { vouchers: [voucher!.id] } });
      await pay(db, buyer, trade.trade_no);
      return trade.orders[0]!.no;
    };
    const refundsOf = async (no: string) => (await getMyOrder(contextOf(db, buyer), { no })).refunds;

    const onVoucher = ({ parts }: { parts: readonly BackPart[] }) =>
      parts.find(({ way }) => way === 'voucher')?.amount ?? 0;

    const mixed = await buy(10_000, [{ goodsId, number: 20, kind: 'normal' }]);
    const [line] = await linesOf(mixed);
    const first = await refundPart(mixed, [{ id: line!.id, quantity: 5 }]);
    const second = await refundPart(mixed, [{ id: line!.id, quantity: 10 }]);
    expect((await refundsOf(mixed)).map(({ amount, voucher_amount }) => [amount, voucher_amount])).toEqual(
      [first, second].map((one) => [formatYuan(one.amount), formatYuan(onVoucher(one))]),
    );
    expect(onVoucher(first)).toBe(2500);
    // The desk and the buyer read the same of where it goes.
    expect(backText(first.parts)).toBe(`退回现金券¥25.00，退到余额¥${formatYuan(first.amount)}`);
    expect((await refundsOf(mixed)).map(({ place_text }) => place_text)).toEqual(['退到余额', '退到余额']);

    const whole = await buy(1_000_000, [
      { goodsId, number: 20, kind: 'normal' },
      { goodsId: goodsBeside, number: 20, kind: 'normal' },
    ]);
    const [paidByVoucher] = await linesOf(whole);
    const alone = await refundPart(whole, [{ id: paidByVoucher!.id, quantity: 20 }]);
    expect(alone.amount).toBe(0);
    expect(await refundsOf(whole)).toMatchObject([
      { amount: '0.00', voucher_amount: formatYuan(onVoucher(alone)), status_text: '已退回' },
    ]);
    expect(onVoucher(alone)).toBeGreaterThan(0);
  });
});

describe('promises', () => {
  it('show what the kept pieces will bring, and bring it', async () => {
    const buyer = await makeBuyer();
    const goodsId = await makeGoods(db, goodsRebate, 100_000, { rebate: 30, withCoupon: false });
    const [no] = await buyLines(buyer, [{ goodsId, number: 3000, kind: 'normal' }]);
    const [promised] = await db.select().from(order).where(eq(order.no, no!));
    expect(promised!.rebateAmount).toBe(90_000);
    expect(promised!.cashbackAmount).toBeGreaterThan(0);
    const [line] = await linesOf(no!);
    await refundPart(no!, [{ id: line!.id, quantity: 1000 }]);
    const cashback = Math.round((promised!.cashbackAmount * 2) / 3);
    const context = contextOf(db, buyer);
    expect(await getMyOrder(context, { no: no! })).toMatchObject({
      rebate_amount: formatYuan(60_000),
      cashback_amount: formatYuan(cashback),
    });
    const asAnyone = context as unknown as Context<'all'>;
    expect(await listCashbacks(asAnyone, {})).toMatchObject({ waiting_amount: formatYuan(cashback) });

    await shipOrder(byStaff(db), { no: no! });
    await receiveOrder(byStaff(db), { no: no! });
    const before = await getMoney(context);
    expect(before.promised).toBe(formatYuan(60_000 + cashback));
    await creditPromises(db, new Date(Date.now() + orderLimits.afterSale + 3_600_000));
    const after = await getMoney(context);
    expect(after.promised).toBe('0.00');
    expect(parseYuan(after.balance)! - parseYuan(before.balance)!).toBe(60_000 + cashback);
  });
});
