/** Closing a merchant for good: asked and begun by two people, no new order from then on, closed when nothing is left. */

import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { merchants } from '#lib/contract/desk/lists/merchants.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { visitor } from '#lib/server/core/context.ts';
import { passAct, refuseAct } from '#lib/server/countersign/countersign.ts';
import { auditLog, goods, merchant, merchantNotice, order as orders, staff } from '#lib/server/db/schema.ts';
import { finishClosings } from '#lib/server/merchants/close.ts';
import { getShop, listShops } from '#lib/server/merchants/merchants.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const close = routeOf(api.closeMerchant);
const keep = routeOf(api.keepMerchant);
const own = routeOf(api.ownMerchant);

const { db } = await testDatabase();
let house: Person;
let quality: Person;
let boss: Person;
let merchantId: number;
let goodsId: number;
const buyers = await makeBuyers(db, 8, 100_000_000);

beforeAll(async () => {
  const [row] = await db.select().from(goods).where(eq(goods.id, goodsPlain));
  merchantId = row!.merchantId;
  goodsId = await makeGoods(db, goodsPlain, 10_000);
  house = await person(db, 'closing.house', 'admin');
  quality = await person(db, 'closing.quality', 'review');
  boss = await person(db, 'closing.boss', 'admin', merchantId);
});

const to = () => ({ params: { id: String(merchantId) } });
const ask = (cookie = house.cookie, reason = '企业注销') =>
  request<MerchantFileWire>(close, { body: { reason }, cookie, ...to() });
const callOff = (cookie = house.cookie) =>
  request<MerchantFileWire>(keep, { body: { reason: '恢复经营' }, cookie, ...to() });
const as = (who: Person) => ({
  ...byStaff(db),
  actor: { kind: 'platform' as const, name: who.username, merchantId: null, role: 'admin' },
});
const visiting = () => ({ db, now: new Date(), actor: visitor, requestId: '' });
const waiting = async () =>
  (await askList(as(quality), countersign, { kind: 'merchant_close', state: 'waiting' })).rows;
const actsOf = async () =>
  (
    await db
      .select({ act: auditLog.act })
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'merchant'), eq(auditLog.subjectKey, String(merchantId))))
      .orderBy(auditLog.id)
  ).map(({ act }) => act);
const rowOf = async () => (await db.select().from(merchant).where(eq(merchant.id, merchantId)))[0]!;

describe('closing', () => {
  it('is asked by one and begun by another; no order comes in from then on, and what is open goes on', async () => {
    const sold = await order(db, buyers[0]!, [{ goodsId, number: 10 }]);
    await pay(db, buyers[0]!, sold.trade_no);
    expect(await ask(boss.cookie)).toMatchObject({ code: 404 });
    expect(await ask(house.cookie, '')).toMatchObject({ code: 422 });
    const asked = await ask();
    expect(asked).toMatchObject({ code: 200, data: { closing_at: '', close_asked_by: 'closing.house' } });
    // Twice is once; another person does not ask beside it.
    expect(await ask()).toMatchObject({ code: 200 });
    expect(await ask(quality.cookie)).toMatchObject({ code: 409, message: /在等待复核/ });
    const [act] = await waiting();
    expect(act).toMatchObject({ kind: 'merchant_close', changes: expect.stringContaining('没有发完') });
    const id = Number(act!.id);
    await expect(passAct(as(house), { id })).rejects.toMatchObject({ code: 403 });
    await order(db, buyers[0]!, [{ goodsId, number: 10 }]);

    // Orders at the same moment: each is whole or refused, and none comes after.
    const tries = await Promise.allSettled([
      ...buyers.slice(1).map((buyer) => order(db, buyer, [{ goodsId, number: 10 }])),
      passAct(as(quality), { id }),
    ]);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 409, message: /停止经营/ });
    expect(tries.at(-1)).toMatchObject({ status: 'fulfilled' });
    await expect(order(db, buyers[0]!, [{ goodsId, number: 10 }])).rejects.toThrow(/停止经营/);
    expect(await actsOf()).toEqual(['merchant.close']);
    expect((await askList(byStaff(db), merchants, { state: 'closing' })).rows).toMatchObject([
      { id: merchantId },
    ]);

    const no = sold.orders[0]!.no;
    await shipOrder(byStaff(db), { no, carrier: '顺丰', trackingNo: 'SF100000000002' });
    expect((await db.select().from(orders).where(eq(orders.no, no)))[0]?.status).toBe('to_receive');
    const desk = await request<MerchantFileWire>(own, { cookie: boss.cookie });
    expect(desk.data.hangs).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'on_way', is_left: 1 })]),
    );
    expect(await db.$count(merchantNotice, eq(merchantNotice.title, '店铺开始关闭'))).toBe(1);
    expect((await getShop(visiting(), { id: merchantId })).is_closing).toBe(1);
    const { list } = await listShops(visiting(), { page: 1, size: 100 });
    expect(list.map(({ id }) => id)).not.toContain(merchantId);
  });

  it('is not over while something is left, may be called off until then, and not afterwards', async () => {
    const later = new Date(Date.now() + 3_600_000);
    expect(await finishClosings(db, later)).toEqual({ done: 0, failed: 0 });
    expect((await rowOf()).closedAt).toBeNull();
    expect(await callOff(boss.cookie)).toMatchObject({ code: 404 });
    const both = await Promise.all([callOff(), callOff(quality.cookie)]);
    expect(both.map(({ code, data }) => [code, data.closing_at])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    expect(await actsOf()).toEqual(['merchant.close', 'merchant.keep']);
    const [fresh] = await makeBuyers(db, 1);
    await order(db, fresh!, [{ goodsId, number: 10 }]);

    // A refusal leaves it as it is.
    await ask();
    await refuseAct(as(quality), { id: Number((await waiting())[0]!.id), reason: '再谈谈' });
    expect((await rowOf()).closingAt).toBeNull();
    await ask();
    await passAct(as(quality), { id: Number((await waiting())[0]!.id) });

    // Everything ends: by hand here, as it would by weeks of work.
    await db
      .update(orders)
      .set({ status: 'cancelled', completedAt: null })
      .where(eq(orders.merchantId, merchantId));
    await db.execute(sql`update after_sale set state = 'withdrawn' where merchant_id = ${merchantId}`);
    await db.execute(
      sql`update lot set on_hand = 0 where goods_id in (select id from goods where merchant_id = ${merchantId})`,
    );
    // An order that was being placed has a minute to be seen.
    expect(await finishClosings(db, new Date())).toMatchObject({ done: 0 });
    const done = await Promise.all([finishClosings(db, later), finishClosings(db, later)]);
    expect(done.map(({ done: count }) => count).toSorted()).toEqual([0, 1]);
    expect((await rowOf()).closedAt).not.toBeNull();
    expect(await db.$count(staff, and(eq(staff.merchantId, merchantId), sql`disabled_at is null`))).toBe(0);
    expect(await request(own, { cookie: boss.cookie })).toMatchObject({ code: 404 });
    expect(await callOff()).toMatchObject({ code: 409, message: /已经关闭/ });
    expect(await ask()).toMatchObject({ code: 409, message: /已经在关闭/ });
    expect((await actsOf()).at(-1)).toBe('merchant.closed');
    expect(await db.$count(merchant, inArray(merchant.id, [merchantId]))).toBe(1);
  });
});
