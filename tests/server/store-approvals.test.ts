/** Orders beyond a colleague's limit that are placed in a store's name: its head office decides, and nobody else. */

import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies, goodsPlain, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { listOrdersInput } from '#lib/contract/orders/search.ts';
import { addStoreInput } from '#lib/contract/stores/calls.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { orderLimits } from '#lib/rules/orders/order-state.ts';
import {
  company,
  customerPrice,
  goods,
  member,
  memberStore,
  message,
  order as orderTable,
  user,
  wallet,
} from '#lib/server/db/schema.ts';
import { changeTrade } from '#lib/server/members/approval-change.ts';
import { passTrade, refuseTrade } from '#lib/server/members/approval-decide.ts';
import { findApproval, getApproval, listApprovals } from '#lib/server/members/approvals.ts';
import { listMessages } from '#lib/server/messages/messages.ts';
import { cancelOverdue } from '#lib/server/orders/due.ts';
import { listMyOrders } from '#lib/server/orders/read.ts';
import { type Account, findAccountFor } from '#lib/server/people/account-rows.ts';
import { orderStores } from '#lib/server/stores/place-stores.ts';
import { addStore } from '#lib/server/stores/stores.ts';
import { quoteStores } from '#lib/server/stores/table.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf, contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const look = routeOf(api.approval);
const pass = routeOf(api.passTrade);

const { db } = await testDatabase();
await payFreely(db);
const costly = { price: 10_000, memberPrice: 10_000, merchantId: 1 };

/** A colleague of a company, in the rows. */
async function colleague(of: Account, role: Role, orderLimit: number | null = null): Promise<Account> {
  const id = `colleague-${randomUUID()}`;
  await db.insert(user).values({ id, name: `同事${role}`, email: `${id}@users.invalid`, username: id });
  await db.insert(member).values({ userId: id, companyId: of.companyId, role, orderLimit });
  return accountOf(db, id);
}

/** A head office with two stores on its papers, and a colleague who orders for them with hardly a limit. */
async function headOffice() {
  const [owner] = await makeBuyers(db, 1, 100_000_000);
  const storeIds: number[] = [];
  for (const code of ['001', '002']) {
    const input = { name: `${code}号分店`, code, inherits: 1, receiver: '店长', phone: '13800138000' };
    const made = addStoreInput.parse({ ...input, region_code: '420102', detail: '示范路9号' });
    storeIds.push((await addStore(contextOf(db, owner!), made)).id);
  }
  const buyer = await colleague(owner!, 'buyer', 1);
  await db.insert(memberStore).values(storeIds.map((companyId) => ({ userId: buyer.userId, companyId })));
  const finance = await colleague(owner!, 'finance');
  const [store, sister] = storeIds;
  return { owner: owner!, finance, buyer, store: store!, sister: sister! };
}

/** The same with a trade of 20 and 30 pieces that waits for its first store. */
async function waiting() {
  const counterpart = await headOffice();
  const first = await makeGoods(db, goodsPlain, 1000, costly);
  const second = await makeGoods(db, goodsPlain, 1000, costly);
  const acting = (await findAccountFor(db, counterpart.buyer.userId, counterpart.store))!;
  const { trade_no: no } = await order(db, acting, [
    { goodsId: first, number: 20 },
    { goodsId: second, number: 30 },
  ]);
  const stockOf = async (id: number) => (await db.select().from(goods).where(eq(goods.id, id)))[0]!.stock;
  const as = (account: Account, now = new Date()) => contextOf(db, account, {}, now);
  const total = async () => (await getApproval(as(counterpart.owner), { no })).pay_amount;
  const notified = (companyId: number, kind: string) =>
    db
      .select()
      .from(message)
      .where(and(eq(message.companyId, companyId), eq(message.kind, kind)));
  return { ...counterpart, acting, no, first, second, stockOf, as, total, notified };
}

describe('a store’s trade that waits', () => {
  it('is seen by owner and finance of its head office with the store’s name, told to both, and passed', async () => {
    const { owner, finance, buyer, store, no, as, total, notified } = await waiting();
    for (const account of [owner, finance])
      expect(await listApprovals(as(account), { page: 1 })).toMatchObject({
        total: 1,
        list: [{ trade_no: no, store: '001号分店', placed_by: '同事buyer', is_waiting: 1 }],
      });
    for (const [companyId, title] of [
      [owner.companyId, '001号分店的订单等待总部审核'],
      [store, '订单已提交，等待企业审核'],
    ] as const)
      expect(await notified(companyId, 'approval')).toMatchObject([{ title, link: `/order/sp/${no}` }]);
    const linksOf = async (account: Account) =>
      (await listMessages(as(account), { page: 1, size: 20 })).list.map(({ link }) => link);
    expect(await linksOf(finance)).toContain(`/order/sp/${no}`);
    // Who may not approve is led to the orders instead of a closed page.
    expect(await linksOf(buyer)).not.toContain(`/order/sp/${no}`);
    expect(await linksOf(buyer)).toContain('/order');

    expect(await passTrade(as(finance), { no, expected_total: await total() })).toMatchObject({
      trade: { is_waiting: 0, store: '001号分店', status_text: '待付款' },
    });
    expect((await listApprovals(as(owner), { page: 1 })).total).toBe(0);
    expect((await notified(owner.companyId, 'order')).map(({ title }) => title)).toEqual([
      expect.stringContaining('001号分店的订单审核通过，待付款'),
    ]);
    const balance = async () =>
      (await db.select().from(wallet).where(eq(wallet.companyId, owner.companyId)))[0]!.balance;
    const before = await balance();
    await pay(db, owner, no);
    expect(await balance()).toBeLessThan(before);
  });

  it('is decided by the store’s own people too', async () => {
    const { store, owner, no, as, total } = await waiting();
    const own = await colleague({ ...owner, companyId: store }, 'finance');
    expect((await listApprovals(as(own), { page: 1 })).list).toMatchObject([{ trade_no: no, store: '' }]);
    expect(await passTrade(as(own), { no, expected_total: await total() })).toMatchObject({ called_off: '' });
  });

  it('changed by the head office, is priced as the store’s own', async () => {
    const { finance, store, no, first, second, stockOf, as, total } = await waiting();
    await db.insert(customerPrice).values({ companyId: store, goodsId: first, price: 5000 });
    const { orders } = await getApproval(as(finance), { no });
    const lines = orders.flatMap((one) => one.lines);
    const changed = await changeTrade(as(finance), {
      no,
      expected_total: await total(),
      lines: [
        { id: lines.find((line) => line.goods_id === first)!.id, number: 25 },
        { id: lines.find((line) => line.goods_id === second)!.id, number: 0 },
      ],
    });
    const [line] = changed.orders.flatMap((one) => one.lines).filter((one) => one.goods_id === first);
    expect(line).toMatchObject({ number: 25, price: '50.00' });
    expect([await stockOf(first), await stockOf(second)]).toEqual([975, 1000]);
    const rows = await db.select().from(orderTable).where(eq(orderTable.tradeNo, no));
    expect(new Set(rows.map(({ companyId }) => companyId))).toEqual(new Set([store]));
  });

  it('is nothing to a sister store, another head office, and a head office that it has left', async () => {
    const { owner, store, sister, no, as, stockOf, first } = await waiting();
    const other = await headOffice();
    const ofSister = await colleague({ ...owner, companyId: sister }, 'owner');
    const acting = (await findAccountFor(db, owner.userId, sister))!;
    const isNothingTo = async (account: Account) => {
      const context = as(account);
      expect(await findApproval(context, { no })).toBeNull();
      expect(await listApprovals(context, { page: 1 })).toEqual({ list: [], total: 0 });
      for (const attempt of [
        () => passTrade(context, { no, expected_total: '1.00' }),
        () => refuseTrade(context, { no, reason: '试试' }),
        () => changeTrade(context, { no, expected_total: '1.00', lines: [{ id: 1, number: 0 }] }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 404 });
    };
    for (const account of [ofSister, acting, other.owner, other.finance]) await isNothingTo(account);
    expect((await getApproval(as(owner), { no })).is_waiting).toBe(1);
    await db.update(company).set({ headId: null, inheritsPapers: false }).where(eq(company.id, store));
    await isNothingTo(owner);
    expect(await stockOf(first)).toBe(980);
  });

  it('that never waited is not shown to the head office’s finance', async () => {
    const { owner, finance, store } = await headOffice();
    const goodsId = await makeGoods(db, goodsPlain, 1000, costly);
    const acting = (await findAccountFor(db, owner.userId, store))!;
    const { trade_no: no } = await order(db, acting, [{ goodsId, number: 5 }]);
    expect(await findApproval(contextOf(db, finance), { no })).toBeNull();
  });

  it('is decided once: of two at the same moment one is late', async () => {
    for (let round = 0; round < 3; round++) {
      const { owner, finance, no, as, total, stockOf, first } = await waiting();
      const expected_total = await total();
      const tries = await Promise.allSettled([
        passTrade(as(owner), { no, expected_total }),
        refuseTrade(as(finance), { no, reason: '同时驳回' }),
      ]);
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
      expect(await stockOf(first)).toBe(tries[0]!.status === 'fulfilled' ? 980 : 1000);
    }
  });

  it('of a frozen store is refused, not passed: nobody could pay it', async () => {
    const { owner, store, no, as, total, stockOf, first, notified } = await waiting();
    const expected_total = await total();
    await db.update(company).set({ status: 'frozen' }).where(eq(company.id, store));
    await expect(passTrade(as(owner), { no, expected_total })).rejects.toMatchObject({
      code: 409,
      message: '001号分店已冻结，不能通过，可以驳回',
    });
    const shown = await getApproval(as(owner), { no });
    expect(shown.orders.flatMap(({ lines }) => lines).some(({ price }) => price !== undefined)).toBe(false);
    await refuseTrade(as(owner), { no, reason: '门店已冻结' });
    expect(await stockOf(first)).toBe(1000);
    expect((await notified(owner.companyId, 'order')).map(({ title }) => title)).toEqual([
      '001号分店的订单审核未通过',
    ]);
  });

  it('ends after 48 hours: everything comes back, and the head office hears of it', async () => {
    const { owner, no, as, stockOf, first, second, notified } = await waiting();
    const late = new Date(Date.now() + orderLimits.approve);
    expect((await listApprovals(as(owner, late), { page: 1 })).total).toBe(0);
    await cancelOverdue(db, late);
    expect([await stockOf(first), await stockOf(second)]).toEqual([1000, 1000]);
    expect((await notified(owner.companyId, 'order')).map(({ title }) => title)).toEqual([
      '001号分店的订单超时未审核，已取消',
    ]);
    expect(await getApproval(as(owner, late), { no })).toMatchObject({ status_text: '已取消' });
  });
});

describe('a table for many stores', () => {
  it('says of each store whether it waits, and the orders’ page names the stores', async () => {
    const { owner, buyer, finance, store, sister } = await headOffice();
    const goodsId = await makeGoods(db, goodsPlain, 1000, costly);
    const cells = [store, sister].map((store_id) => ({ store_id, goods_id: goodsId, number: 10 }));
    await db.update(member).set({ orderLimit: 10_000_000 }).where(eq(member.userId, buyer.userId));
    const { pay_amount } = await quoteStores(contextOf(db, buyer), { cells });
    const limit = (Number(pay_amount) / 2) * 100;
    await db.update(member).set({ orderLimit: limit }).where(eq(member.userId, buyer.userId));
    // The sister pays more than the limit.
    cells[1]!.number = 20;
    const { pay_amount: expected_total } = await quoteStores(contextOf(db, buyer), { cells });
    const { trades } = await orderStores(
      { ...contextOf(db, buyer), key: randomUUID() },
      { cells, expected_total },
    );
    expect(trades.map(({ name, waits }) => [name, waits])).toEqual([
      ['001号分店', 0],
      ['002号分店', 1],
    ]);
    const waitsFor = async (account: Account) => {
      const { store_waits, may_approve } = await listMyOrders(
        contextOf(db, account),
        listOrdersInput.parse({}),
      );
      return [store_waits, may_approve];
    };
    const one = [{ name: '002号分店', trades: 1 }];
    expect(await waitsFor(owner)).toEqual([one, 1]);
    expect(await waitsFor(finance)).toEqual([one, 1]);
    expect(await waitsFor(buyer)).toEqual([one, 0]);
    expect(await waitsFor(await colleague(owner, 'viewer'))).toEqual([[], 0]);
    expect(await waitsFor((await headOffice()).owner)).toEqual([[], 1]);
  });
});

it('over the wire a role that may not approve gets 403, a stranger 404, a disabled colleague is logged out', async () => {
  const store = companies['demo-fendian'];
  await db
    .insert(memberStore)
    .values({ userId: users['demo-caigou'], companyId: store })
    .onConflictDoNothing();
  await db.update(member).set({ orderLimit: 1 }).where(eq(member.userId, users['demo-caigou']));
  const acting = (await findAccountFor(db, users['demo-caigou'], store))!;
  const goodsId = await makeGoods(db, goodsPlain, 1000, costly);
  const { trade_no: no, pay_amount: expected_total } = await order(db, acting, [{ goodsId, number: 20 }]);
  const params = { no };
  const seenBy = async (who: Parameters<typeof loginAs>[0]) =>
    (await request(look, { cookie: await loginAs(who), params })).code;
  expect(await seenBy('demo-caigou')).toBe(403);
  expect(await seenBy('demo-zhidu')).toBe(403);
  expect(await seenBy('other')).toBe(404);
  const finance = await loginAs('demo-caiwu');
  expect((await request(look, { cookie: finance, params })).code).toBe(200);
  await db.update(member).set({ disabledAt: new Date() }).where(eq(member.userId, users['demo-caiwu']));
  const late = await request(pass, { cookie: finance, method: 'POST', params, body: { expected_total } });
  expect(late.code).toBe(401);
  expect((await getApproval(contextOf(db, await accountOf(db, users.demo)), { no })).is_waiting).toBe(1);
});
