/** What waits for a company's own approval: who may call it off, and that it does not wait for ever. */
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { couponPlatform, goodsPlain, users } from '#demo/seed/known.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import {
  activityGoods,
  companyCoupon,
  goods,
  message,
  order as orderTable,
  quotaUse,
} from '#lib/server/db/schema.ts';
import { approveOrder } from '#lib/server/orders/approve.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import { getMyOrder, listMyOrders } from '#lib/server/orders/read.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  order,
  place,
  withMembership,
} from '#tests/support/orders.ts';

const { db } = await testDatabase();

/** An order beyond its buyer's limit: 10 pieces of 100. */
async function waiting() {
  const [made] = await makeBuyers(db, 1, 1_000_000);
  const buyer = await withMembership(db, made!, { role: 'buyer', orderLimit: 1 });
  const goodsId = await makeGoods(db, goodsPlain, 100);
  const { orders } = await order(db, buyer, [{ goodsId, number: 10 }]);
  const no = orders[0]!.no;
  const as = (role: Role, now = new Date()) => contextOf(db, { ...buyer, role }, {}, now);
  const stock = async () => (await db.select().from(goods).where(eq(goods.id, goodsId)))[0]!.stock;
  return { buyer, no, as, stock };
}

const later = () => new Date(Date.now() + orderLimits.approve);

describe('an order that waits for approval', () => {
  it.each(['owner', 'buyer', 'finance'] as const)(
    'is called off by %s, and everything comes back',
    async (role) => {
      const { no, as, stock } = await waiting();
      expect(await stock()).toBe(90);
      expect(await getMyOrder(as(role), { no })).toMatchObject({
        status: 15,
        actions: {
          owner: ['approve', 'cancel', 'rebuy'],
          buyer: ['cancel', 'rebuy'],
          finance: ['approve', 'cancel'],
        }[role],
        cancels: [],
      });
      const answers = await Promise.all([1, 2, 3].map(() => cancelMyOrder(as(role), { no })));
      for (const answer of answers) expect(answer.status).toBe(90);
      expect(await stock()).toBe(100);
    },
  );

  it.each(['receiver', 'viewer'] as const)(
    'is not called off by %s, nor by another company',
    async (role) => {
      const { no, as, stock } = await waiting();
      expect((await getMyOrder(as(role), { no })).actions).toEqual([]);
      await expect(cancelMyOrder(as(role), { no })).rejects.toMatchObject({ code: 403 });
      const [stranger] = await makeBuyers(db, 1);
      await expect(cancelMyOrder(contextOf(db, stranger!), { no })).rejects.toMatchObject({ code: 404 });
      expect(await stock()).toBe(90);
    },
  );

  it('is called off for a colleague by those who approve, not by another 采购员', async () => {
    for (const role of ['buyer', 'owner', 'finance'] as const) {
      const { buyer, no, stock } = await waiting();
      const colleague = contextOf(db, { ...buyer, userId: users.demo, role });
      const list = async () => (await listMyOrders(colleague, listOrdersInput.parse({}))).list;
      const actions = {
        buyer: ['rebuy'],
        owner: ['approve', 'cancel', 'rebuy'],
        finance: ['approve', 'cancel'],
      }[role];
      expect((await getMyOrder(colleague, { no })).actions).toEqual(actions);
      expect((await list()).map((one) => one.actions)).toEqual([actions]);
      if (role !== 'buyer') {
        expect((await cancelMyOrder(colleague, { no })).status).toBe(90);
        continue;
      }
      await expect(cancelMyOrder(colleague, { no })).rejects.toMatchObject({
        code: 403,
        message: expect.stringContaining('由同事提交'),
      });
      expect(await stock()).toBe(90);
      // Approved, it is an order like any other.
      await approveOrder(byStaff(db), { no });
      expect((await cancelMyOrder(colleague, { no })).status).toBe(90);
    }
  });

  it('once it is to be paid, 财务 does not call it off any more', async () => {
    const { no, as } = await waiting();
    await approveOrder(byStaff(db), { no });
    expect((await getMyOrder(as('finance'), { no })).actions).toEqual(['pay']);
    await expect(cancelMyOrder(as('finance'), { no })).rejects.toMatchObject({ code: 403 });
  });

  it('ends after 48 hours by the rule, before any job has come by', async () => {
    const { no, as } = await waiting();
    expect((await getMyOrder(as('buyer', new Date(later().getTime() - 60_000)), { no })).status).toBe(15);
    expect(await getMyOrder(as('buyer', later()), { no })).toMatchObject({
      status: 90,
      actions: ['rebuy', 'hide'],
    });
    const { counts } = await listMyOrders(as('buyer', later()), listOrdersInput.parse({}));
    expect(counts).toEqual({ 90: 1 });
    await expect(approveOrder(byStaff(db, later()), { no })).rejects.toThrow('已取消');
  });

  it('and the job gives everything back once, with a message', async () => {
    const { buyer, no, stock } = await waiting();
    await cancelOverdue(db, new Date(Date.now() + orderLimits.pay));
    expect(await stock()).toBe(90);
    await Promise.all([1, 2, 3].map(() => cancelOverdue(db, later())));
    expect(await stock()).toBe(100);
    const [row] = await db.select().from(orderTable).where(eq(orderTable.no, no));
    expect(row).toMatchObject({ status: 'cancelled', cancelReason: '超时未审核，系统取消' });
    const notified = await db.select().from(message).where(eq(message.companyId, buyer.companyId));
    expect(notified.map(({ title }) => title)).toContain('订单超时未审核，已取消');
  });

  it('and with it come the coupon, the pieces of a flash sale and what counted for a limit', async () => {
    const [made] = await makeBuyers(db, 1, 10_000_000);
    const buyer = await withMembership(db, made!, { role: 'buyer', orderLimit: 1 });
    const cheap = { price: 1000, memberPrice: 1000, merchantId: 1 };
    const limited = await makeGoods(db, goodsPlain, 1000, { ...cheap, limitQuantity: 20, withCoupon: true });
    const lowered = await makeGoods(db, goodsPlain, 1000, { ...cheap, withCoupon: true });
    const flashed = await makeGoods(db, goodsPlain, 1000, cheap);
    const { itemIds } = await makeActivity(db, { kind: 'flash', merchantId: 1 }, [
      { goodsId: flashed, role: 'subject', price: 900, stock: 50 },
    ]);
    await db.insert(companyCoupon).values({
      couponId: couponPlatform,
      companyId: buyer.companyId,
      validFrom: new Date(0),
      validTo: new Date(Date.now() + 30 * 86_400_000),
    });
    const ids = await fillCart(db, buyer, [
      { goodsId: limited, number: 20 },
      { goodsId: lowered, number: 100 },
      { goodsId: flashed, number: 10 },
    ]);
    const state = async () => {
      const stocks = await db
        .select()
        .from(goods)
        .where(inArray(goods.id, [limited, lowered, flashed]));
      const [item] = await db.select().from(activityGoods).where(eq(activityGoods.id, itemIds[0]!));
      const uses = await db.select().from(quotaUse).where(eq(quotaUse.companyId, buyer.companyId));
      const [coupon] = await db
        .select()
        .from(companyCoupon)
        .where(eq(companyCoupon.companyId, buyer.companyId));
      return {
        stock: stocks.reduce((sum, one) => sum + one.stock, 0),
        sold: item!.sold,
        used: uses.reduce((sum, { used }) => sum + used, 0) > 0,
        coupon: coupon!.status,
      };
    };
    const { orders } = await place(db, buyer, { ids });
    expect(orders.map(({ status }) => status)).toContain(15);
    expect(await state()).toEqual({ stock: 2870, sold: 10, used: true, coupon: 'held' });
    await cancelOverdue(db, later());
    expect(await state()).toEqual({ stock: 3000, sold: 0, used: false, coupon: 'unused' });
  });

  it('approved and called off at once, it ends in one of both', async () => {
    for (let round = 0; round < 4; round++) {
      const { no, as, stock } = await waiting();
      await Promise.allSettled([approveOrder(byStaff(db), { no }), cancelMyOrder(as('owner'), { no })]);
      const { status } = await getMyOrder(as('owner'), { no });
      expect([
        [10, 90],
        [90, 100],
      ]).toContainEqual([status, await stock()]);
    }
  });
});
