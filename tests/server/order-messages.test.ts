/** What a company is told of its orders: each event once, to that company alone, with the page it leads to. */
import { and, eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { message, order as orderTable } from '#lib/server/db/schema.ts';
import { sendMessages } from '#lib/server/messages/rows.ts';
import { cancelMyOrder, confirmMyOrder } from '#lib/server/orders/change.ts';
import { remindUnpaid } from '#lib/server/orders/order-messages.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';

const { db } = await testDatabase();
const goodsId = await makeGoods(db, goodsPlain, 100_000, { price: 1000, memberPrice: 1000 });

async function placed() {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  return { buyer: buyer!, tradeNo: made.trade_no, no: made.orders[0]!.no };
}

async function notified(companyId: number): Promise<string[]> {
  const rows = await db
    .select({ ref: message.ref, link: message.link })
    .from(message)
    .where(eq(message.companyId, companyId))
    .orderBy(message.id);
  return rows.map(({ ref, link }) => `${ref} ${link}`);
}

describe('an order’s company is told', () => {
  it('when it is placed, paid, sent and received, once each', async () => {
    const { buyer, tradeNo, no } = await placed();
    await pay(db, buyer, tradeNo);
    await shipOrder(byStaff(db), { no });
    for (const _ of [1, 2]) await confirmMyOrder(contextOf(db, buyer), { no });
    const page = `/order/info/${no}`;
    expect((await notified(buyer.companyId)).map((one) => one.replace(/^(ship:\w+):\S+/, '$1'))).toEqual([
      `placed:${tradeNo} /cart/step3/${tradeNo}`,
      `paid:${no} ${page}`,
      `ship:${no} ${page}`,
      `received:${no} ${page}`,
    ]);
  });

  it('when it is cancelled, also by two at once', async () => {
    const { buyer, tradeNo, no } = await placed();
    await Promise.all([1, 2, 3].map(() => cancelMyOrder(contextOf(db, buyer), { no })));
    expect(await notified(buyer.companyId)).toEqual([
      `placed:${tradeNo} /cart/step3/${tradeNo}`,
      `cancelled:${no} /order/info/${no}`,
    ]);
  });

  it('when its time to pay is soon over, once, whoever looks', async () => {
    const { buyer, tradeNo, no } = await placed();
    const other = await placed();
    await pay(db, other.buyer, other.tradeNo);
    const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
    const at = (minutes: number) => new Date(row!.deadlineAt.getTime() - minutes * 60_000);
    const reminded = () =>
      db.$count(message, and(like(message.ref, 'unpaid-soon:%'), eq(message.companyId, buyer.companyId)));
    await remindUnpaid(db, at(11));
    expect(await reminded()).toBe(0);
    await Promise.all([remindUnpaid(db, at(9)), remindUnpaid(db, at(9))]);
    await remindUnpaid(db, at(8));
    expect(await reminded()).toBe(1);
    const [said] = await db
      .select()
      .from(message)
      .where(eq(message.ref, `unpaid-soon:${tradeNo}`));
    expect(said).toMatchObject({ title: '还有9分钟付款，超时自动取消', link: `/cart/step3/${tradeNo}` });
    expect(await notified(other.buyer.companyId)).not.toContainEqual(expect.stringContaining('unpaid-soon'));
  });

  it('not of what was taken back: an order that is refused leaves no message', async () => {
    const [buyer] = await makeBuyers(db, 1);
    await expect(order(db, buyer!, [{ goodsId, number: 999_990 }])).rejects.toThrow();
    expect(await notified(buyer!.companyId)).toEqual([]);
  });
});

it('many messages at once are written once, and counted', async () => {
  const buyers = await makeBuyers(db, 60);
  const all = buyers.map(({ companyId }) => ({
    companyId,
    kind: 'system',
    title: 't',
    body: 'b',
    ref: 'same',
  }));
  expect(await sendMessages(db, ...all.slice(0, 30))).toBe(30);
  expect(await sendMessages(db, ...all.slice(0, 31))).toBe(1);
  expect(await sendMessages(db, ...all)).toBe(29);
});
