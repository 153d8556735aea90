/** Stores of a head office: acted for by those who may, added once, on papers of their own or the head's; ordered together. */

import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies, goodsPlain, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import { frozenHeadRefusal } from '#lib/contract/errors.ts';
import { addStoreInput } from '#lib/contract/stores/calls.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { guardCall } from '#lib/server/core/calls/guard.ts';
import {
  cartLine,
  company,
  goods,
  member,
  memberStore,
  order as orderTable,
  paper,
  session,
  trade as tradeTable,
  user,
  wallet,
} from '#lib/server/db/schema.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { listOpenTrades } from '#lib/server/paying/pay-trades.ts';
import { type Account, findAccount, findAccountFor } from '#lib/server/people/account-rows.ts';
import { orderStores } from '#lib/server/stores/place-stores.ts';
import { addStore, enterStore, listMyStores } from '#lib/server/stores/stores.ts';
import { quoteStores } from '#lib/server/stores/table.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { contextOf, giveMoney, makeBuyers, makeGoods, pay, payFreely } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const enter = routeOf(api.enterStore);
const userInfo = routeOf(api.userInfo);

const { db } = await testDatabase();
await payFreely(db);
const cheap = { price: 1000, memberPrice: 1000, merchantId: 1 };
const newStore = (more: Record<string, unknown> = {}) =>
  addStoreInput.parse({
    name: '测试门店',
    inherits: 1,
    receiver: '收货人',
    phone: '13800138000',
    region_code: '420102',
    detail: '示范路9号',
    ...more,
  });

/** A head office with so many stores on its papers, and money. */
async function head(stores: number): Promise<{ owner: Account; ids: number[] }> {
  const [owner] = await makeBuyers(db, 1, 100_000_000);
  const ids: number[] = [];
  for (let at = 0; at < stores; at++)
    ids.push(
      (await addStore(contextOf(db, owner!), newStore({ name: `测试门店${at}`, code: `00${at}` }))).id,
    );
  return { owner: owner!, ids };
}

const placing = (account: Account, key = randomUUID()) => ({ ...contextOf(db, account), key });

describe('a store', () => {
  it('on the head office’s papers may buy at once, and lives as those live', async () => {
    const { owner, ids } = await head(1);
    const acting = await findAccountFor(db, owner.userId, ids[0]!);
    expect(acting).toMatchObject({
      companyId: ids[0],
      homeCompanyId: owner.companyId,
      companyState: 'approved',
      scopes: owner.scopes,
      rank: owner.rank,
      isNewcomer: false,
      role: 'owner',
    });
    await db.insert(paper).values({
      companyId: owner.companyId,
      kind: 'drug_licence',
      number: `示DA${owner.companyId}`,
      validFrom: '2020-01-01',
      validTo: '2030-01-01',
    });
    expect((await findAccountFor(db, owner.userId, ids[0]!))?.papers).toMatchObject([
      { kind: 'drug_licence' },
    ]);
    await db.update(company).set({ status: 'frozen' }).where(eq(company.id, owner.companyId));
    expect((await findAccountFor(db, owner.userId, ids[0]!))?.companyState).toBe('frozen');
  });

  it('with papers of its own is not ordered for by a frozen head office, and its own people go on', async () => {
    const { owner } = await head(0);
    const { id } = await addStore(contextOf(db, owner), newStore({ inherits: 0 }));
    await db.update(company).set({ status: 'approved' }).where(eq(company.id, id));
    const own = `own-${id}`;
    await db.insert(user).values({ id: own, name: '店长', email: `${own}@users.invalid`, username: own });
    await db.insert(member).values({ userId: own, companyId: id, role: 'owner' });
    const stateFor = async (userId: string) => {
      const acting = (await findAccountFor(db, userId, id)) ?? (await findAccount(db, userId));
      return [acting?.companyState, acting?.isHomeFrozen];
    };
    expect(await stateFor(owner.userId)).toEqual(['approved', false]);
    await db.update(company).set({ status: 'frozen' }).where(eq(company.id, owner.companyId));
    expect(await stateFor(owner.userId)).toEqual(['frozen', true]);
    for (const account of [
      (await findAccountFor(db, owner.userId, id))!,
      (await findAccount(db, owner.userId))!,
    ])
      expect((await listMyStores(contextOf(db, account))).list).toMatchObject([
        { is_home: 1, may_buy: 0, status_text: '已冻结' },
        { is_home: 0, may_buy: 0, status_text: '总部已冻结' },
      ]);
    expect(await stateFor(own)).toEqual(['approved', false]);
    const frozen = (await findAccountFor(db, owner.userId, id))!;
    const whoAsks = { account: async () => frozen, staff: async () => null };
    await expect(guardCall(api.orderStores as Call, whoAsks)).rejects.toMatchObject({
      code: 403,
      message: frozenHeadRefusal,
    });
    // What is there may be looked at.
    await guardCall(api.orders as Call, whoAsks);
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const cells = [{ store_id: id, goods_id: goodsId, number: 10 }];
    const { stores } = await quoteStores(contextOf(db, owner), { cells });
    expect(stores[0]!.problems[0]).toContain('暂不能下单');
  });

  it('with papers of its own waits for them', async () => {
    const { owner } = await head(0);
    const made = await addStore(contextOf(db, owner), newStore({ inherits: 0 }));
    expect(made).toMatchObject({ may_buy: 0, inherits: 0, status_text: '待提交' });
    expect((await findAccountFor(db, owner.userId, made.id))?.scopes).toEqual([]);
  });

  it('has a number of its own, also of two at once, and no stores', async () => {
    const { owner, ids } = await head(1);
    const context = contextOf(db, owner);
    await expect(addStore(context, newStore({ code: '000' }))).rejects.toMatchObject({ code: 422 });
    const tries = await Promise.allSettled([1, 2, 3].map(() => addStore(context, newStore({ code: '777' }))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const acting = await findAccountFor(db, owner.userId, ids[0]!);
    await expect(addStore(contextOf(db, acting!), newStore())).rejects.toMatchObject({ code: 409 });
  });

  it('is acted for by its head office’s owner and by whom it was given, in one session alone; to others it is not there', async () => {
    const cookie = await loginAs('demo');
    const other = await loginAs('demo');
    const store = companies['demo-fendian'];
    const go = (who: string, id: number) =>
      request(enter, { cookie: who, method: 'POST', body: {}, params: { id: String(id) } });
    const nameOf = async (who: string) =>
      (await request<{ company: string }>(userInfo, { cookie: who })).data.company;
    expect(await go(cookie, companies.other)).toMatchObject({ code: 404 });
    expect(await go(cookie, store)).toMatchObject({ code: 200 });
    expect(await nameOf(cookie)).toContain('二店');
    expect(await nameOf(other)).not.toContain('二店');
    expect(await go(cookie, companies.demo)).toMatchObject({ code: 200 });
    expect(await nameOf(cookie)).not.toContain('二店');
    const buyer = await loginAs('demo-caigou');
    expect(await go(buyer, store)).toMatchObject({ code: 404 });
    await db
      .insert(memberStore)
      .values({ userId: users['demo-caigou'], companyId: store })
      .onConflictDoNothing();
    expect(await go(buyer, store)).toMatchObject({ code: 200 });
    expect(await nameOf(buyer)).toContain('二店');
    // What was given is taken away: the same session is at home again.
    await db.delete(memberStore).where(eq(memberStore.userId, users['demo-caigou']));
    await expect.poll(() => nameOf(buyer), { timeout: 20_000 }).not.toContain('二店');
    // A session that names a company that is nobody’s store is at home too.
    await db
      .update(session)
      .set({ storeId: companies.other })
      .where(eq(session.userId, users['demo-caigou']));
    await expect.poll(() => nameOf(buyer), { timeout: 20_000 }).not.toContain('橘洲');
  });

  it('has a cart of its own for a person who buys for several', async () => {
    const { owner, ids } = await head(1);
    const acting = (await findAccountFor(db, owner.userId, ids[0]!))!;
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const now = new Date();
    for (const account of [owner, acting, acting])
      await addLines(db, account, [{ type: 0, goods_id: goodsId, number: 5 }], now, 'raise');
    const rows = await db.select().from(cartLine).where(eq(cartLine.userId, owner.userId));
    expect(rows.map(({ companyId }) => companyId).sort()).toEqual([owner.companyId, ids[0]].sort());
    expect((await findAccount(db, owner.userId))?.companyId).toBe(owner.companyId);
  });

  it('of another head office is found by nobody else', async () => {
    const { ids } = await head(1);
    const { owner: stranger } = await head(1);
    expect(await findAccountFor(db, stranger.userId, ids[0]!)).toBeNull();
    const context = contextOf(db, stranger);
    expect((await listMyStores(context)).list.map(({ id }) => id)).not.toContain(ids[0]);
    await expect(enterStore(context, { id: ids[0]! })).rejects.toMatchObject({ code: 404 });
    const cells = [{ store_id: ids[0]!, goods_id: goodsPlain, number: 1 }];
    await expect(quoteStores(context, { cells })).rejects.toMatchObject({ code: 404 });
    await expect(orderStores(placing(stranger), { cells, expected_total: '1.00' })).rejects.toMatchObject({
      code: 404,
    });
  });
});

describe('one table for three stores', () => {
  it('makes a trade a store at its address, is paid at once by the head office, and what is cancelled goes back there', async () => {
    const { owner, ids } = await head(3);
    const first = await makeGoods(db, goodsPlain, 1000, cheap);
    const second = await makeGoods(db, goodsPlain, 1000, cheap);
    const cells = ids.flatMap((store_id, at) => [
      { store_id, goods_id: first, number: 10 + at },
      { store_id, goods_id: second, number: 20 },
    ]);
    const quote = await quoteStores(contextOf(db, owner), { cells });
    expect(quote).toMatchObject({ can_order: 1, lacking: [], stores: [{}, {}, {}] });
    const key = randomUUID();
    const input = { cells, expected_total: quote.pay_amount };
    const answers = await Promise.all([1, 2].map(() => orderStores(placing(owner, key), input)));
    expect(answers[0]).toEqual(answers[1]);
    const nos = answers[0]!.trades.map(({ trade_no }) => trade_no);
    const trades = await db.select().from(tradeTable).where(inArray(tradeTable.no, nos));
    expect(trades.map(({ companyId }) => companyId).sort()).toEqual([...ids].sort());
    expect(trades.every(({ address }) => address.detail === '示范路9号')).toBe(true);
    const left = await db
      .select()
      .from(goods)
      .where(inArray(goods.id, [first, second]));
    expect(left.map(({ stock }) => stock).sort()).toEqual([940, 967]);
    const listed = await listOpenTrades(contextOf(db, owner));
    expect(listed.map(({ trade_no }) => trade_no).sort()).toEqual([...nos].sort());
    const balance = async () =>
      (await db.select().from(wallet).where(eq(wallet.companyId, owner.companyId)))[0]!.balance;
    const before = await balance();
    await pay(db, owner, nos);
    const total = trades.reduce((sum, { payAmount }) => sum + payAmount, 0);
    expect(before - (await balance())).toBe(total);
    const orders = await db.select().from(orderTable).where(inArray(orderTable.tradeNo, nos));
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['to_ship']));
    const paidFirst = await db.select().from(company).where(inArray(company.id, ids));
    expect(isEach(paidFirst, ({ firstPaidAt }) => firstPaidAt !== null)).toBe(true);
  });

  it('is not paid by another company, and a store’s people do not pay their sisters’', async () => {
    const { owner, ids } = await head(2);
    const goodsId = await makeGoods(db, goodsPlain, 1000, cheap);
    const cells = ids.map((store_id) => ({ store_id, goods_id: goodsId, number: 10 }));
    const { pay_amount: expected_total } = await quoteStores(contextOf(db, owner), { cells });
    const { trades } = await orderStores(placing(owner), { cells, expected_total });
    const nos = trades.map(({ trade_no }) => trade_no);
    const [stranger] = await makeBuyers(db, 1, 100_000_000);
    await expect(pay(db, stranger!, nos)).rejects.toMatchObject({ code: 404 });
    const acting = (await findAccountFor(db, owner.userId, ids[0]!))!;
    await giveMoney(db, [ids[0]!], 100_000_000);
    await expect(pay(db, acting, nos)).rejects.toMatchObject({ code: 404 });
    const own = trades.find(({ store_id }) => store_id === ids[0])!.trade_no;
    await pay(db, acting, own);
    const [order] = await db
      .select()
      .from(orderTable)
      .where(and(inArray(orderTable.tradeNo, nos), eq(orderTable.companyId, ids[1]!)));
    const sister = (await findAccountFor(db, owner.userId, ids[1]!))!;
    expect((await cancelMyOrder(contextOf(db, sister), { no: order!.no })).status).toBe(90);
  });

  it('looks at stock together, and where others were faster nothing is ordered', async () => {
    const { owner, ids } = await head(3);
    const goodsId = await makeGoods(db, goodsPlain, 25, cheap);
    const cells = ids.map((store_id) => ({ store_id, goods_id: goodsId, number: 10 }));
    const quote = await quoteStores(contextOf(db, owner), { cells });
    expect(quote).toMatchObject({ can_order: 0, lacking: [{ goods_id: goodsId, wanted: 30, stock: 25 }] });
    await expect(
      orderStores(placing(owner), { cells, expected_total: quote.pay_amount }),
    ).rejects.toMatchObject({ code: 409, data: { can_order: 0 } });
    expect((await db.select().from(goods).where(eq(goods.id, goodsId)))[0]!.stock).toBe(25);
    const two = cells.slice(0, 2);
    const { pay_amount } = await quoteStores(contextOf(db, owner), { cells: two });
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => orderStores(placing(owner), { cells: two, expected_total: pay_amount })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409 });
    expect((await db.select().from(goods).where(eq(goods.id, goodsId)))[0]!.stock).toBe(5);
  });

  it('holds each store to its own rules: limits and what it may not have', async () => {
    const { owner, ids } = await head(2);
    const limited = await makeGoods(db, goodsPlain, 1000, { ...cheap, limitQuantity: 10 });
    const cells = ids.map((store_id, at) => ({ store_id, goods_id: limited, number: at === 0 ? 10 : 11 }));
    const quote = await quoteStores(contextOf(db, owner), { cells });
    expect(quote.can_order).toBe(0);
    expect(quote.stores.map(({ problems }) => problems.length)).toEqual([0, 1]);
    await db.update(company).set({ status: 'frozen' }).where(eq(company.id, ids[0]!));
    const frozen = await quoteStores(contextOf(db, owner), { cells: cells.slice(0, 1) });
    expect(frozen).toMatchObject({ can_order: 0, pay_amount: expect.any(String) });
    expect(frozen.stores[0]!.problems[0]).toContain('暂不能下单');
  });
});
