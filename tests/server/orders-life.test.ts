/** An order after it was placed: what a buyer does with it, once however often it is asked, and nobody else. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { goods, orderEvent, orderLine, trade, walletLedger } from '#lib/server/db/schema.ts';
import {
  cancelMyOrder,
  confirmMyOrder,
  extendMyOrder,
  hideMyOrder,
  refuseMyOrder,
} from '#lib/server/orders/change.ts';
import { findMyOrder, getMyOrder, listLogistics, listMyOrders } from '#lib/server/orders/read.ts';
import { rebuyOrder } from '#lib/server/orders/rebuy.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
const day = 86_400_000;

async function stockOf(id: number): Promise<number> {
  const [row] = await db.select({ stock: goods.stock }).from(goods).where(eq(goods.id, id));
  return row!.stock;
}

/** A buyer with money and an order of 10 pieces out of 100. */
async function placed(): Promise<{ buyer: Account; goodsId: number; no: string; tradeNo: string }> {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  const goodsId = await makeGoods(db, goodsPlain, 100);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { buyer: buyer!, goodsId, no: made.orders[0]!.no, tradeNo: made.trade_no };
}

async function shipped() {
  const made = await placed();
  await pay(db, made.buyer, made.tradeNo);
  await shipOrder(byStaff(db), { no: made.no });
  return made;
}

function textsOf(no: string) {
  return db.select().from(orderEvent).where(eq(orderEvent.orderNo, no)).orderBy(orderEvent.id);
}

describe('calling off', () => {
  it('gives the stock back once, with the reason, however many ask at once', async () => {
    const { buyer, goodsId, no } = await placed();
    expect(await stockOf(goodsId)).toBe(90);
    const context = contextOf(db, buyer);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => cancelMyOrder(context, { no, reason: '价格不合适' })),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 90, cancel_reason: '买家取消：价格不合适' });
    expect(await stockOf(goodsId)).toBe(100);
    expect(await textsOf(no)).toHaveLength(2);
  });

  it('and paying at once end in one of both, with stock and money in step', async () => {
    for (let round = 0; round < 5; round++) {
      const { buyer, goodsId, no, tradeNo } = await placed();
      await Promise.allSettled([pay(db, buyer, tradeNo), cancelMyOrder(contextOf(db, buyer), { no })]);
      const { status } = await getMyOrder(contextOf(db, buyer), { no });
      const spent = await db
        .select()
        .from(walletLedger)
        .where(and(eq(walletLedger.companyId, buyer.companyId), eq(walletLedger.useType, 'pay')));
      expect([
        [20, 90, 1],
        [90, 100, 0],
      ]).toContainEqual([status, await stockOf(goodsId), spent.length]);
    }
  });

  it('takes along what was priced together with it, so that no discount is left that is not earned', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000);
    // Each has a warehouse of its own: two orders.
    const near = await makeGoods(db, goodsPlain, 1000);
    const far = await makeGoods(db, goodsPlain, 1000);
    const [row] = await db.select().from(goods).where(eq(goods.id, near));
    const tiers = [{ amount: 300_000, reduction: 60_000 }];
    await makeActivity(db, { kind: 'full_reduction', merchantId: row!.merchantId, config: { tiers } }, [
      { goodsId: near },
      { goodsId: far },
    ]);
    const { orders, trade_no: tradeNo } = await order(db, buyer!, [
      { goodsId: near, number: 100 },
      { goodsId: far, number: 500 },
    ]);
    expect(orders).toHaveLength(2);
    const [one, two] = orders.map(({ no }) => no);
    const context = contextOf(db, buyer!);
    const before = await getMyOrder(context, { no: one! });
    expect(before.cancels).toEqual([two]);
    const other = await getMyOrder(context, { no: two! });
    expect(before.cancels_with).toEqual([
      { no: two, merchant: other.merchant, pay_amount: other.pay_amount },
    ]);
    const sum = formatYuan(parseYuan(before.pay_amount) + parseYuan(other.pay_amount));
    expect(before.trade).toEqual({ placed: 2, orders: 2, merchants: 1, pay_amount: sum, may_link: 1 });
    await cancelMyOrder(context, { no: one! });
    expect(await getMyOrder(context, { no: two! })).toMatchObject({ status: 90, cancels: [] });
    expect([await stockOf(near), await stockOf(far)]).toEqual([1000, 1000]);
    const [left] = await db.select().from(trade).where(eq(trade.no, tradeNo));
    expect(left!.payAmount).toBe(0);
  });

  it('is refused after paying, and putting away before the end', async () => {
    const { buyer, no, tradeNo } = await placed();
    const context = contextOf(db, buyer);
    await expect(hideMyOrder(context, { no })).rejects.toMatchObject({ code: 409 });
    await pay(db, buyer, tradeNo);
    await expect(cancelMyOrder(context, { no })).rejects.toMatchObject({ code: 409 });
    await expect(confirmMyOrder(context, { no })).rejects.toMatchObject({ code: 409 });
    // Bought again in any state.
    expect(await rebuyOrder(context, { no })).toEqual({ added: 1, refused: [] });
  });
});

describe('receiving', () => {
  it('shows each shipped piece with its lot, and the payment that paid', async () => {
    const { buyer, goodsId, no } = await shipped();
    const found = await getMyOrder(contextOf(db, buyer), { no });
    expect(found.status).toBe(30);
    expect(found.payments).toHaveLength(1);
    const lots = found.shipments.flatMap((shipment) => shipment.lots);
    expect(lots).toEqual([expect.objectContaining({ goods_id: goodsId, number: 10 })]);
    expect(lots[0]!.lot_no).not.toBe('');
    const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
    expect(line!.shippedQuantity).toBe(10);
  });

  it('is prolonged once by five days, also when asked three times at once', async () => {
    const { buyer, no } = await shipped();
    const context = contextOf(db, buyer);
    const before = Date.parse((await getMyOrder(context, { no })).receive_by ?? '');
    const results = await Promise.allSettled(Array.from({ length: 3 }, () => extendMyOrder(context, { no })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = { code: 409, message: '该订单已延长过收货，每个订单只能延长一次' };
    await expect(extendMyOrder(context, { no })).rejects.toMatchObject(again);
    const after = await getMyOrder(context, { no });
    expect(Date.parse(after.receive_by ?? '') - before).toBe(5 * day);
    expect(after.actions).not.toContain('extend');
  });

  it('completes once, and by itself when its time is over', async () => {
    const { buyer, no } = await shipped();
    const context = contextOf(db, buyer);
    const late = contextOf(db, buyer, {}, new Date(Date.now() + 11 * day));
    expect((await getMyOrder(late, { no })).status).toBe(50);
    await Promise.all(Array.from({ length: 3 }, () => confirmMyOrder(context, { no })));
    const events = await textsOf(no);
    expect(events.filter((event) => event.toStatus === 'completed')).toHaveLength(1);
    await expect(refuseMyOrder(context, { no, reason: '' })).rejects.toMatchObject({ code: 409 });
  });
});

describe('finding', () => {
  it('by tab, number, name and letters that are patterns elsewhere', async () => {
    const { buyer, no } = await placed();
    await order(db, buyer, [{ goodsId: await makeGoods(db, goodsPlain, 100), number: 10 }]);
    const context = contextOf(db, buyer);
    await cancelMyOrder(context, { no });
    const find = async (sent: Record<string, unknown>) => {
      const { data } = parseSent(listOrdersInput, sent);
      return (await listMyOrders(context, data!)).list.map((one) => one.no);
    };
    expect(await find({})).toHaveLength(2);
    expect(await find({ status: '90,91' })).toEqual([no]);
    expect(await find({ keywords: no })).toEqual([no]);
    expect(await find({ keywords: '布洛芬' })).toHaveLength(2);
    expect(await find({ keywords: '%' })).toEqual([]);
    expect(await find({ keywords: '_' })).toEqual([]);
    expect((await listMyOrders(context, listOrdersInput.parse({}))).counts).toEqual({ 10: 1, 90: 1 });
    await hideMyOrder(context, { no });
    expect(await find({ status: '90' })).toEqual([]);
    expect(await find({ status: '99' })).toEqual([]);
  });

  it('is for the own company: every read and every write answers another one 404', async () => {
    const { no } = await placed();
    const [stranger] = await makeBuyers(db, 1);
    const context = contextOf(db, stranger!);
    expect(await findMyOrder(context, { no })).toBeNull();
    const writes = [
      getMyOrder(context, { no }),
      listLogistics(context, { no }),
      cancelMyOrder(context, { no }),
      confirmMyOrder(context, { no }),
      extendMyOrder(context, { no }),
      refuseMyOrder(context, { no, reason: '' }),
      hideMyOrder(context, { no }),
      rebuyOrder(context, { no }),
    ];
    for (const result of await Promise.allSettled(writes))
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 404 } });
  });
});
