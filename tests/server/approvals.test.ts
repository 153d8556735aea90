/** The company's own approval: seen, changed, passed and refused by those who may, once, and everything foots. */
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { couponPlatform, goodsPlain, users } from '#demo/seed/known.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import { issueToCompany } from '#lib/server/coupons/rows.ts';
import {
  companyCoupon,
  goods,
  message,
  orderEvent,
  orderLine,
  order as orderTable,
  quotaUse,
  trade as tradeTable,
} from '#lib/server/db/schema.ts';
import { changeTrade } from '#lib/server/members/approval-change.ts';
import { passTrade, refuseTrade } from '#lib/server/members/approval-decide.ts';
import { findApproval, getApproval, listApprovals } from '#lib/server/members/approvals.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import {
  contextOf,
  fillCart,
  makeBuyers,
  makeGoods,
  pay,
  payFreely,
  place,
  withMembership,
} from '#tests/support/orders.ts';

const { db } = await testDatabase();
await payFreely(db);
const cheap = { price: 1000, memberPrice: 1000, merchantId: 1 };
// Beyond every merchant's least order.
const costly = { price: 10_000, memberPrice: 10_000, merchantId: 1 };

/** A trade of two goods of the house that its buyer may not order alone, and who looks at it. */
async function waiting(more: Partial<typeof goods.$inferInsert> = {}) {
  const [made] = await makeBuyers(db, 1, 10_000_000);
  const buyer = await withMembership(db, made!, { role: 'buyer', orderLimit: 1 });
  const first = await makeGoods(db, goodsPlain, 1000, { ...costly, ...more });
  const second = await makeGoods(db, goodsPlain, 1000, costly);
  const ids = await fillCart(db, buyer, [
    { goodsId: first, number: 20 },
    { goodsId: second, number: 30 },
  ]);
  const { trade_no: no } = await place(db, buyer, { ids });
  const as = (role: Role, now = new Date()) =>
    contextOf(db, { ...buyer, userId: users.demo, name: '审核人', role, orderLimit: null }, {}, now);
  const stock = async () =>
    Object.fromEntries(
      (
        await db
          .select()
          .from(goods)
          .where(inArray(goods.id, [first, second]))
      ).map((one) => [one.id === first ? 'first' : 'second', one.stock]),
    );
  const lineOf = async (goodsId: number) => {
    const { orders } = await getApproval(as('owner'), { no });
    return orders.flatMap(({ lines }) => lines).find((one) => one.goods_id === goodsId)!.id;
  };
  const total = async () => (await getApproval(as('owner'), { no })).pay_amount;
  return { buyer, no, as, stock, first, second, lineOf, total };
}

/** What the rows of a trade come to, wherever they say so. */
async function sums(no: string) {
  const [trade] = await db.select().from(tradeTable).where(eq(tradeTable.no, no));
  const orders = (await db.select().from(orderTable).where(eq(orderTable.tradeNo, no))).filter(
    ({ status }) => status !== 'cancelled',
  );
  const lines = await db
    .select()
    .from(orderLine)
    .where(
      inArray(
        orderLine.orderNo,
        orders.map((one) => one.no),
      ),
    );
  return {
    trade: trade!.payAmount,
    orders: orders.reduce((sum, one) => sum + one.payAmount, 0),
    lines:
      lines.reduce((sum, one) => sum + one.paid, 0) +
      orders.reduce((sum, one) => sum + one.shippingAmount, 0),
  };
}

describe('a trade that waits', () => {
  it('stands in the list of those who approve, with a message, until it is decided', async () => {
    const { buyer, no, as } = await waiting();
    expect(await listApprovals(as('finance'), { page: 1 })).toMatchObject({
      total: 1,
      list: [{ trade_no: no, placed_by: '采购', is_waiting: 1, status_text: '待审核', orders: [{}, {}] }],
    });
    const notified = await db.select().from(message).where(eq(message.companyId, buyer.companyId));
    expect(notified[0]).toMatchObject({
      title: '订单已提交，等待企业审核',
      body: expect.stringContaining('采购提交'),
    });
    await passTrade(as('finance'), {
      no,
      expected_total: (await getApproval(as('owner'), { no })).pay_amount,
    });
    expect(await listApprovals(as('finance'), { page: 1 })).toEqual({ list: [], total: 0 });
  });

  it('is another company’s nothing', async () => {
    const { no, as } = await waiting();
    const [stranger] = await makeBuyers(db, 1);
    const other = contextOf(db, stranger!);
    expect(await findApproval(other, { no })).toBeNull();
    expect((await listApprovals(other, { page: 1 })).total).toBe(0);
    for (const attempt of [
      () => passTrade(other, { no, expected_total: '1.00' }),
      () => refuseTrade(other, { no, reason: '试试' }),
      () => changeTrade(other, { no, expected_total: '1.00', lines: [{ id: 1, number: 0 }] }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 404 });
    expect((await getApproval(as('owner'), { no })).is_waiting).toBe(1);
  });

  it('passed can be paid, and who placed it sees so; passed again it is answered as it is', async () => {
    const { buyer, no, as, total } = await waiting();
    const expected_total = await total();
    const done = await passTrade(as('owner'), { no, expected_total });
    expect(done).toMatchObject({ called_off: '', trade: { is_waiting: 0, status_text: '待付款' } });
    expect(await passTrade(as('finance'), { no, expected_total })).toMatchObject({
      trade: { status_text: '待付款' },
    });
    const own = await getMyOrder(contextOf(db, buyer), { no: done.trade.orders[0]!.no });
    expect(own.timeline.map(({ note }) => note)).toContain('审核通过');
    expect(own.actions).toContain('pay');
    await pay(db, buyer, no);
    await expect(refuseTrade(as('owner'), { no, reason: '太晚了' })).rejects.toMatchObject({ code: 409 });
  });

  it('refused gives everything back and says why', async () => {
    const { buyer, no, as, stock } = await waiting({ limitQuantity: 50 });
    expect(await stock()).toEqual({ first: 980, second: 970 });
    for (const _ of [1, 2])
      expect(await refuseTrade(as('finance'), { no, reason: '本月预算已用完' })).toMatchObject({
        trade: { is_waiting: 0, status_text: '已取消' },
      });
    expect(await stock()).toEqual({ first: 1000, second: 1000 });
    const uses = await db.select().from(quotaUse).where(eq(quotaUse.companyId, buyer.companyId));
    expect(isEach(uses, ({ used }) => used === 0)).toBe(true);
    const notified = await db.select().from(message).where(eq(message.companyId, buyer.companyId));
    expect(notified.filter(({ body }) => body.includes('本月预算已用完'))).toHaveLength(2);
    await expect(passTrade(as('owner'), { no, expected_total: '500.00' })).rejects.toMatchObject({
      code: 409,
    });
  });

  it('ends after 48 hours: nobody passes, changes or refuses it then', async () => {
    const { no, as, total, lineOf, first } = await waiting();
    const expected_total = await total();
    const id = await lineOf(first);
    const late = as('owner', new Date(Date.now() + orderLimits.approve));
    await expect(passTrade(late, { no, expected_total })).rejects.toMatchObject({ code: 409 });
    await expect(refuseTrade(late, { no, reason: '太晚' })).rejects.toMatchObject({ code: 409 });
    await expect(changeTrade(late, { no, expected_total, lines: [{ id, number: 1 }] })).rejects.toMatchObject(
      {
        code: 409,
        data: { trade_no: no, is_waiting: 0, status_text: '已取消' },
      },
    );
    expect((await listApprovals(late, { page: 1 })).total).toBe(0);
  });

  it('is looked at again when it is passed: what may not be sold is cancelled, the rest can be paid', async () => {
    const { no, as, total, first, stock } = await waiting({ merchantId: 2 });
    const expected_total = await total();
    await db.update(goods).set({ isOnShelf: false }).where(eq(goods.id, first));
    const done = await passTrade(as('owner'), { no, expected_total });
    expect(done.called_off).toContain('已取消');
    expect(done.trade.orders.map(({ status }) => status).sort()).toEqual([10, 90]);
    expect(await stock()).toEqual({ first: 1000, second: 970 });
  });
});

describe('a change', () => {
  it('takes another number and strikes a line; stock, amounts and timeline follow exactly', async () => {
    const { no, as, stock, lineOf, first, second, total } = await waiting();
    const before = await getApproval(as('owner'), { no });
    const changed = await changeTrade(as('finance'), {
      no,
      expected_total: before.pay_amount,
      lines: [{ id: await lineOf(first), number: 25 }],
    });
    expect(await stock()).toEqual({ first: 975, second: 970 });
    expect(changed.deadline_at).toBe(before.deadline_at);
    let found = await sums(no);
    expect(found).toEqual({ trade: found.trade, orders: found.trade, lines: found.trade });
    expect(found.trade).toBeGreaterThanOrEqual(55_000);
    await changeTrade(as('owner'), {
      no,
      expected_total: await total(),
      lines: [{ id: await lineOf(second), number: 0 }],
    });
    expect(await stock()).toEqual({ first: 975, second: 1000 });
    found = await sums(no);
    expect(found).toEqual({ trade: found.trade, orders: found.trade, lines: found.trade });
    const after = await getApproval(as('owner'), { no });
    expect(after.orders.map(({ status }) => status).sort()).toEqual([15, 90]);
    const events = await db
      .select()
      .from(orderEvent)
      .where(
        inArray(
          orderEvent.orderNo,
          after.orders.map((one) => one.no),
        ),
      );
    expect(events.filter(({ note }) => note.includes('20→25')).length).toBeGreaterThan(0);
    expect(await passTrade(as('owner'), { no, expected_total: await total() })).toMatchObject({
      called_off: '',
    });
  });

  it('below a coupon’s threshold gives the coupon back', async () => {
    const [made] = await makeBuyers(db, 1, 10_000_000);
    const buyer = await withMembership(db, made!, { role: 'buyer', orderLimit: 1 });
    const goodsId = await makeGoods(db, goodsPlain, 1000, { ...cheap, withCoupon: true });
    await db.insert(companyCoupon).values({
      couponId: couponPlatform,
      companyId: buyer.companyId,
      validFrom: new Date(0),
      validTo: new Date(Date.now() + 30 * 86_400_000),
    });
    const coupon = async () =>
      (await db.select().from(companyCoupon).where(eq(companyCoupon.companyId, buyer.companyId)))[0]!.status;
    const { trade_no: no } = await place(db, buyer, {
      ids: await fillCart(db, buyer, [{ goodsId, number: 500 }]),
    });
    expect(await coupon()).toBe('held');
    const owner = contextOf(db, { ...buyer, userId: users.demo, role: 'owner', orderLimit: null });
    const { pay_amount: expected_total, orders } = await getApproval(owner, { no });
    await changeTrade(owner, { no, expected_total, lines: [{ id: orders[0]!.lines[0]!.id, number: 3 }] });
    expect(await coupon()).toBe('unused');
    const found = await sums(no);
    expect(found).toEqual({ trade: found.trade, orders: found.trade, lines: found.trade });
  });

  it('of what a voucher pays is made as often as it takes, and the refusal gives the voucher back whole', async () => {
    const [made] = await makeBuyers(db, 1, 10_000_000);
    const buyer = await withMembership(db, made!, { role: 'buyer', orderLimit: 1 });
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const voucher = {
      kind: 'voucher' as const,
      name: '现金券',
      remarks: '',
      threshold: 0,
      value: 90_000,
      validFrom: new Date(0),
      validTo: new Date(Date.now() + 30 * 86_400_000),
    };
    await db.transaction((tx) => issueToCompany(tx, buyer.companyId, voucher));
    const left = async () =>
      (await db.select().from(companyCoupon).where(eq(companyCoupon.companyId, buyer.companyId)))[0]!.balance;
    const { trade_no: no } = await place(db, buyer, {
      ids: await fillCart(db, buyer, [{ goodsId, number: 100 }]),
    });
    expect(await left()).toBe(0);
    const owner = contextOf(db, { ...buyer, userId: users.demo, role: 'owner', orderLimit: null });
    for (const [number, rest] of [
      [40, 50_000],
      [60, 30_000],
    ] as const) {
      const { pay_amount: expected_total, orders } = await getApproval(owner, { no });
      await changeTrade(owner, { no, expected_total, lines: [{ id: orders[0]!.lines[0]!.id, number }] });
      expect(await left()).toBe(rest);
    }
    await refuseTrade(owner, { no, reason: '本月预算已用完' });
    expect(await left()).toBe(90_000);
  });

  it('that cannot be ordered so changes nothing at all', async () => {
    const { no, as, stock, lineOf, first, second, total } = await waiting();
    const expected_total = await total();
    const one = await lineOf(first);
    const other = await lineOf(second);
    const before = await sums(no);
    for (const lines of [
      [{ id: one, number: 2000 }],
      [
        { id: one, number: 0 },
        { id: other, number: 0 },
      ],
      [{ id: 2_000_000_000, number: 1 }],
    ])
      await expect(changeTrade(as('owner'), { no, expected_total, lines })).rejects.toMatchObject({
        code: 422,
      });
    await expect(
      changeTrade(as('owner'), { no, expected_total: '0.01', lines: [{ id: one, number: 1 }] }),
    ).rejects.toMatchObject({ code: 409, data: { trade_no: no } });
    expect(await stock()).toEqual({ first: 980, second: 970 });
    expect(await sums(no)).toEqual(before);
  });

  it('and decisions at once leave one truth: of two approvers one is late', async () => {
    for (let round = 0; round < 4; round++) {
      const { no, as, stock, lineOf, first, total } = await waiting();
      const expected_total = await total();
      const id = await lineOf(first);
      const tries = await Promise.allSettled([
        passTrade(as('owner'), { no, expected_total }),
        refuseTrade(as('finance'), { no, reason: '同时驳回' }),
        changeTrade(as('owner'), { no, expected_total, lines: [{ id, number: 10 }] }),
      ]);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
      const { orders } = await getApproval(as('owner'), { no });
      const left = await stock();
      const isCancelled = orders.every(({ status }) => status === 90);
      const number = orders.flatMap(({ lines }) => lines).find((one) => one.goods_id === first)!.number;
      expect(left).toEqual(
        isCancelled ? { first: 1000, second: 1000 } : { first: 1000 - number, second: 970 },
      );
      const found = await sums(no);
      if (!isCancelled)
        expect(found).toEqual({ trade: found.trade, orders: found.trade, lines: found.trade });
    }
  });
});
