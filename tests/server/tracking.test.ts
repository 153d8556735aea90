/** How far parcels are, as a buyer and the desks see it; and asking a merchant to hurry. */

import { and, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { orders as orderList } from '#lib/contract/desk/lists/orders.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { needsLooking, parcelStateKeys, standsStillAfter } from '#lib/rules/orders/parcel-state.ts';
import type { Context } from '#lib/server/core/context.ts';
import { orderEvent, order as orders, shipment, tracking } from '#lib/server/db/schema.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { confirmMyOrder, hurryMyOrder } from '#lib/server/orders/change.ts';
import { getMyOrder } from '#lib/server/orders/read.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { writeEvents } from '#lib/server/tracking/write.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const one = routeOf(api.deskOrder);
const list = routeOf(api.deskOrders);

const { db, pool } = await testDatabase();
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsId]))
  .rows[0].merchant_id;
const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);
const later = (hours: number) => new Date(Date.now() + hours * hour);
let clerk: Person;
let other: Person;

beforeAll(async () => {
  clerk = await person(db, 'wuliu', 'orders', merchantId);
  other = await person(db, 'bieren', 'orders', merchantId + 1);
  // The demo's own parcels say nothing here.
  await db.update(tracking).set({ provider: null, state: 'signed' });
});

async function paid() {
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, made.trade_no);
  return { buyer: buyer!, no: made.orders[0]!.no };
}

async function sent() {
  const made = await paid();
  await shipOrder(byStaff(db), { no: made.no, carrier: '顺丰速运', trackingNo: `SF${made.no.slice(-10)}` });
  const [row] = await db.select().from(shipment).where(eq(shipment.orderNo, made.no));
  return { ...made, id: row!.id };
}

const stuckOf = async (who: Person, no: string) =>
  (
    await request<ListAnswer<RowOf<typeof orderList>>>(list, {
      cookie: who.cookie,
      path: '/api/desk/orders?state=stuck&size=200',
    })
  ).data.rows.filter((row) => row.no === no);
const orderAtDesk = (who: Person, no: string) =>
  request<DeskOrder>(one, { params: { no }, cookie: who.cookie });
const merchant = (id: number): Context<'staff'> => ({
  ...byStaff(db),
  actor: { kind: 'merchant', name: '1', merchantId: id },
});
const numberOf = async (id: number) =>
  (await db.select().from(shipment).where(eq(shipment.id, id)))[0]!.trackingNo;
const todayOf = async (id: number, title: string) =>
  (await listToday(merchant(id))).find((item) => item.title === title);

describe('a parcel', () => {
  it('is told of as its carrier reported it, and of one that nobody follows nothing', async () => {
    const { buyer, no, id } = await sent();
    const [before] = (await getMyOrder(contextOf(db, buyer), { no })).shipments;
    expect(before).toMatchObject({ state_text: '', is_stuck: 0 });
    await db.update(tracking).set({ provider: 'demo', code: 'demo' }).where(eq(tracking.shipmentId, id));
    const events = [{ at: ago(0.1), text: '快件已发车', state: 'moving' as const }];
    const trackingNo = await numberOf(id);
    await writeEvents(db, id, events, { now: new Date(), askEvery: hour, trackingNo });
    const [after] = (await getMyOrder(contextOf(db, buyer), { no })).shipments;
    expect(after).toMatchObject({ state_text: '运输中', is_stuck: 0 });
    expect(after!.events.map(({ text }) => text)).toContain('快件已发车');
    const desk = await orderAtDesk(clerk, no);
    expect(desk.data.sent).toMatchObject([{ state_text: '运输中', is_stuck: 0 }]);
    expect(desk.data.sent[0]!.events.map(({ text }) => text)).toContain('快件已发车');
  });

  it('that stands still is marked at its merchant’s desk, counted there, and at no other’s', async () => {
    const { buyer, no, id } = await sent();
    const before = (await todayOf(merchantId, '物流停滞或异常'))?.count ?? 0;
    await db
      .update(tracking)
      .set({ provider: 'demo', code: 'demo', state: 'moving', movedAt: ago(49) })
      .where(eq(tracking.shipmentId, id));
    expect(await stuckOf(clerk, no)).toMatchObject([{ no, is_stuck: 1 }]);
    expect(await stuckOf(other, no)).toEqual([]);
    expect((await orderAtDesk(other, no)).code).toBe(404);
    expect(await todayOf(merchantId, '物流停滞或异常')).toMatchObject({
      count: before + 1,
      search: '?state=stuck',
      since: expect.any(Date),
    });
    expect((await todayOf(merchantId + 1, '物流停滞或异常'))?.count).toBe(0);
    const [shown] = (await getMyOrder(contextOf(db, buyer), { no })).shipments;
    expect(shown).toMatchObject({ state_text: '运输中，超过48小时没有新消息', is_stuck: 1 });
    // Whoever has the goods waits for no news of them.
    await confirmMyOrder(contextOf(db, buyer), { no });
    const [received] = (await getMyOrder(contextOf(db, buyer), { no })).shipments;
    expect(received).toMatchObject({ state_text: '', is_stuck: 0 });
    await db
      .update(tracking)
      .set({ movedAt: ago(1) })
      .where(eq(tracking.shipmentId, id));
    expect(await stuckOf(clerk, no)).toEqual([]);
  });

  it('needs looking after by SQL where the rule says so', async () => {
    const { no, id } = await sent();
    for (const state of parcelStateKeys)
      for (const silent of [0, standsStillAfter - 60_000, standsStillAfter + 60_000])
        for (const provider of [null, 'demo']) {
          const movedAt = new Date(Date.now() - silent);
          await db.update(tracking).set({ state, movedAt, provider }).where(eq(tracking.shipmentId, id));
          const facts = { state, movedAt: movedAt.getTime(), isFollowed: provider !== null };
          const found = (await stuckOf(clerk, no)).length;
          expect.soft(found, `${state} ${silent} ${provider}`).toBe(needsLooking(facts, Date.now()) ? 1 : 0);
        }
  });

  it('written by two at once has each event once', async () => {
    const { id } = await sent();
    const events = [
      { at: ago(2), text: '已揽收', state: 'taken' as const },
      { at: ago(1), text: '已发车', state: 'moving' as const },
    ];
    const trackingNo = await numberOf(id);
    const did = { now: new Date(), askEvery: hour, trackingNo };
    const added = await Promise.all([1, 2, 3, 4].map(() => writeEvents(db, id, events, did)));
    expect(added.reduce((sum, n) => sum + n, 0)).toBe(2);
  });
});

describe('asking to hurry', () => {
  const hurry = (buyer: Awaited<ReturnType<typeof paid>>['buyer'], no: string, now: Date) =>
    hurryMyOrder({ ...contextOf(db, buyer), now }, { no });
  const notes = (no: string) =>
    db.$count(orderEvent, and(eq(orderEvent.orderNo, no), eq(orderEvent.note, '买家催发货')));
  const actions = async (buyer: Awaited<ReturnType<typeof paid>>['buyer'], no: string, now: Date) =>
    (await getMyOrder({ ...contextOf(db, buyer), now }, { no })).actions;

  it('is offered a day after the payment, once a day, and the desk sees it', async () => {
    const { buyer, no } = await paid();
    const before = (await todayOf(merchantId, '买家催发货'))?.count ?? 0;
    expect(await actions(buyer, no, later(23))).not.toContain('hurry');
    await expect(hurry(buyer, no, later(23))).rejects.toMatchObject({ code: 409 });
    expect(await actions(buyer, no, later(25))).toContain('hurry');
    const now = later(25);
    const both = await Promise.all([hurry(buyer, no, now), hurry(buyer, no, now), hurry(buyer, no, now)]);
    expect(both.every((shown: OrderDetail) => !shown.actions.includes('hurry'))).toBe(true);
    expect(await notes(no)).toBe(1);
    expect((await orderAtDesk(clerk, no)).data.hurried_at).toBe(now.toISOString());
    expect((await todayOf(merchantId, '买家催发货'))?.count).toBe(before + 1);
    expect((await todayOf(merchantId + 1, '买家催发货'))?.count).toBe(0);
    await hurry(buyer, no, later(50));
    expect(await notes(no)).toBe(2);
  });

  it('is over when all of it is sent, and nobody else’s', async () => {
    const { buyer, no } = await paid();
    const stranger = (await paid()).buyer;
    await expect(hurry(stranger, no, later(25))).rejects.toMatchObject({ code: 404 });
    await hurry(buyer, no, later(25));
    await shipOrder(byStaff(db), { no, carrier: '顺丰速运', trackingNo: 'SF0000099999' });
    await expect(hurry(buyer, no, later(50))).rejects.toMatchObject({ code: 409 });
    expect((await orderAtDesk(clerk, no)).data.hurried_at).toBe('');
    const rows = await db
      .select()
      .from(orders)
      .where(inArray(orders.no, [no]));
    expect(rows[0]!.hurriedAt).not.toBeNull();
  });
});
