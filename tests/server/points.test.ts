/** Points on PostgreSQL: races, refunds after they were spent, ends, repeats. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, like, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { pointsLogInput } from '#lib/contract/wallet/calls.ts';
import { planSpend } from '#lib/rules/points/lots.ts';
import { pointsEnd, pointsFor } from '#lib/rules/points/points.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import { getInfo } from '#lib/server/accounts/accounts.ts';
import { message, order, orderLine, pointsLedger, pointsLot, wallet } from '#lib/server/db/schema.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { listLots } from '#lib/server/points/lot-rows.ts';
import {
  giveBackPoints,
  grantPoints,
  lapsePoints,
  remindPoints,
  spendPoints,
} from '#lib/server/points/points.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { listGains } from '#lib/server/wallet/gain-rows.ts';
import { listPointsLog } from '#lib/server/wallet/wallet.ts';
import { expectBooksToAgree } from '#tests/support/books.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import {
  contextOf,
  makeBuyers,
  makeGoods,
  pay,
  payFreely,
  order as placeOrder,
} from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
expectBooksToAgree(pool);
await payFreely(db);

const newBuyer = async (balance = 0) => (await makeBuyers(db, 1, balance))[0]!;
const newCompany = async () => (await newBuyer()).companyId;

const grant = (
  companyId: number,
  points: number,
  ref: string = randomUUID(),
  merchantId: number | null = null,
) =>
  db.transaction((tx) =>
    grantPoints(tx, { companyId, useType: 'sign_in', points, ref, note: '签到', merchantId }),
  );
const spend = (companyId: number, points: number, ref: string = randomUUID()) =>
  db.transaction((tx) => spendPoints(tx, { companyId, points, ref, note: '兑换' }));
const giveBack = (companyId: number, ref: string) =>
  db.transaction((tx) => giveBackPoints(tx, { companyId, ref, note: '退回' }));

async function stateOf(companyId: number) {
  const [row] = await db.select().from(wallet).where(eq(wallet.companyId, companyId));
  const lots = await db
    .select({ left: pointsLot.remaining })
    .from(pointsLot)
    .where(eq(pointsLot.companyId, companyId))
    .orderBy(asc(pointsLot.id));
  return { points: row?.points ?? 0, debt: row?.pointsDebt ?? 0, lots: lots.map(({ left }) => left) };
}

const entriesOf = async (companyId: number) =>
  (
    await db
      .select()
      .from(pointsLedger)
      .where(eq(pointsLedger.companyId, companyId))
      .orderBy(asc(pointsLedger.id))
  ).map(({ useType, amount, owed }) => [useType, amount, owed]);

/** Changes the end of all lots of a company. */
const endAt = (companyId: number, at: Date) =>
  db.update(pointsLot).set({ expiresAt: at }).where(eq(pointsLot.companyId, companyId));

describe('spending', () => {
  it('of 8 at once of 100 points from 100 one passes', async () => {
    const companyId = await newCompany();
    for (const points of [30, 50, 20]) await grant(companyId, points);
    const passed = await Promise.all(Array.from({ length: 8 }, () => spend(companyId, 100)));
    expect(passed.filter(Boolean)).toHaveLength(1);
    expect(await stateOf(companyId)).toEqual({ points: 0, debt: 0, lots: [0, 0, 0] });
  });

  it('of 10 at once of 30 points from 100 beside grants of 10, as many pass as there are points for', async () => {
    const companyId = await newCompany();
    await grant(companyId, 100);
    const [passed] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => spend(companyId, 30))),
      Promise.all(Array.from({ length: 5 }, () => grant(companyId, 10))),
    ]);
    const { points, lots } = await stateOf(companyId);
    expect(points).toBe(150 - 30 * passed.filter(Boolean).length);
    expect(lots.reduce((sum, left) => sum + left, 0)).toBe(points);
  });

  it('takes what the rule takes', async () => {
    const random = makeRandom('points');
    const companyId = await newCompany();
    for (let turn = 0; turn < 40; turn++) {
      if (random.next() < 0.5) {
        const ref = randomUUID();
        await grant(companyId, 1 + Math.floor(random.next() * 80), ref);
        const end = new Date(Date.now() + (Math.floor(random.next() * 4) - 1) * 3_600_000);
        await db.execute(sql`update points_lot set expires_at = ${end} where id =
          (select id from points_ledger where company_id = ${companyId} and ref = ${ref})`);
        continue;
      }
      const points = Math.floor(random.next() * 120);
      const before = await listLots(db, companyId);
      const plan = planSpend(before, { points, debt: 0, now: Date.now() });
      expect(await spend(companyId, points)).toBe(plan !== null);
      const after = new Map((await listLots(db, companyId)).map(({ id, left }) => [id, left]));
      const taken = before.flatMap(({ id, left }) => {
        const part = left - (after.get(id) ?? 0);
        return part > 0 ? [{ id, points: part }] : [];
      });
      expect(taken.toSorted((a, b) => a.id - b.id)).toEqual((plan ?? []).toSorted((a, b) => a.id - b.id));
    }
  });

  it('refuses no points and points below zero', async () => {
    const companyId = await newCompany();
    await grant(companyId, 10);
    for (const points of [0, -5]) expect(await spend(companyId, points)).toBe(false);
    expect(await stateOf(companyId)).toEqual({ points: 10, debt: 0, lots: [10] });
  });

  it('is given back once, to the lots that it came from, which last 30 days more', async () => {
    const companyId = await newCompany();
    await grant(companyId, 40);
    await grant(companyId, 60);
    await spend(companyId, 70, 'J1');
    await endAt(companyId, new Date(Date.now() - 1000));
    await lapsePoints(db, new Date());
    expect(await stateOf(companyId)).toEqual({ points: 0, debt: 0, lots: [0, 0] });
    const back = await Promise.all(Array.from({ length: 5 }, () => giveBack(companyId, 'J1')));
    expect(back.filter(Boolean)).toHaveLength(1);
    expect(await stateOf(companyId)).toEqual({ points: 70, debt: 0, lots: [40, 30] });
    expect((await listLots(db, companyId, new Date(Date.now() + 30 * 86_400_000))).length).toBe(0);
    expect(await spend(companyId, 70)).toBe(true);
    expect(await giveBack(companyId, 'J2')).toBe(false);
  });
});

describe('a grant', () => {
  it('counts once for a cause, also ten at once and after one that was cut off', async () => {
    const companyId = await newCompany();
    const cut = db.transaction(async (tx) => {
      const cause = { companyId, useType: 'sign_in', ref: 'day', note: '', points: 5 } as const;
      expect(await grantPoints(tx, cause)).toBe(true);
      throw new Error('cut off');
    });
    await expect(cut).rejects.toThrow('cut off');
    const made = await Promise.all(Array.from({ length: 10 }, () => grant(companyId, 5, 'day')));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await stateOf(companyId)).toEqual({ points: 5, debt: 0, lots: [5] });
  });

  it('names who pays, and lasts to the end of the next year', async () => {
    const companyId = await newCompany();
    await grant(companyId, 5, 'a', 1);
    await grant(companyId, 5, 'b');
    const lots = await db
      .select()
      .from(pointsLot)
      .where(eq(pointsLot.companyId, companyId))
      .orderBy(asc(pointsLot.id));
    expect(lots.map((lot) => lot.merchantId)).toEqual([1, null]);
    const [entry] = await db.select().from(pointsLedger).where(eq(pointsLedger.companyId, companyId));
    expect(lots[0]!.expiresAt.getTime()).toBe(pointsEnd(entry!.createdAt.getTime()));
  });

  it('ends as the rule says at the turn of the year in Shanghai, whatever the zone of the session', async () => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Shanghai'])
      for (const moment of ['2026-12-31T15:59:59.900Z', '2026-12-31T16:00:00.100Z']) {
        const client = new pg.Client({ connectionString: pool.options.connectionString });
        await client.connect();
        await client.query(`set time zone '${zone}'`);
        const { rows } = await client.query('select points_end($1) as ends', [moment]);
        await client.end();
        expect(rows[0].ends.getTime()).toBe(pointsEnd(Date.parse(moment)));
      }
  });
});

/** An order of so many pieces, received; points of its amount have come. */
async function received() {
  const buyer = await newBuyer(100_000_000);
  const goodsId = await makeGoods(db, goodsPlain, 1000);
  const trade = await placeOrder(db, buyer, [{ goodsId, number: 10 }]);
  await pay(db, buyer, trade.trade_no);
  const no = trade.orders[0]!.no;
  await shipOrder(byStaff(db), { no });
  await receiveOrder(byStaff(db), { no });
  const [row] = await db.select().from(order).where(eq(order.no, no));
  const [line] = await db.select().from(orderLine).where(eq(orderLine.orderNo, no));
  return { buyer, no, lineId: line!.id, points: pointsFor(row!.payAmount) };
}

describe('a refund after the points were spent', () => {
  it('takes what is left of the order’s own lot, in parts; the rest is a debt that the next points meet', async () => {
    const { buyer, no, lineId, points } = await received();
    const { companyId } = buyer;
    const refund = async (quantity: number) =>
      refundOrder(byStaff(db), { no, returns: [{ id: lineId, quantity }], reason: '破损' });
    const paid = async () => {
      const [row] = await db.select().from(order).where(eq(order.no, no));
      return pointsFor(row!.payAmount - row!.refundedAmount);
    };
    expect(points).toBeGreaterThan(20);
    await grant(companyId, 500);
    // Of the same end, the order's lot came first: all but 3 of it are spent.
    await spend(companyId, points - 3);
    await refund(4);
    const first = points - (await paid());
    expect(first).toBeGreaterThan(3);
    expect(await stateOf(companyId)).toEqual({ points: 500, debt: first - 3, lots: [0, 500] });
    await refund(6);
    const owed = points - 3 - (await paid());
    expect(await stateOf(companyId)).toEqual({ points: 500, debt: owed, lots: [0, 500] });
    const context = contextOf(db, buyer);
    expect((await getInfo(context)).points).toBe(500 - owed);
    expect(await spend(companyId, 501 - owed)).toBe(false);
    expect(await listPointsLog(context, pointsLogInput.parse({}))).toMatchObject({
      usable: 500 - owed,
      debt: owed,
      ends: [{ points: 500, is_soon: 0 }],
    });
    await grant(companyId, owed - 1);
    expect(await stateOf(companyId)).toEqual({ points: 500, debt: 1, lots: [0, 500, 0] });
    await grant(companyId, 3);
    expect(await stateOf(companyId)).toEqual({ points: 502, debt: 0, lots: [0, 500, 0, 2] });
    expect((await getInfo(context)).points).toBe(502);
    expect((await entriesOf(companyId)).slice(-2)).toEqual([
      ['sign_in', 3, 0],
      ['debt', -1, -1],
    ]);
  });

  it('leaves the same at once from two sides', async () => {
    const { buyer, no, lineId, points } = await received();
    await Promise.allSettled([
      spend(buyer.companyId, points),
      refundOrder(byStaff(db), { no, returns: [{ id: lineId, quantity: 10 }], reason: '破损' }),
    ]);
    const { points: left, debt } = await stateOf(buyer.companyId);
    const [row] = await db.select().from(order).where(eq(order.no, no));
    const kept = pointsFor(row!.payAmount - row!.refundedAmount);
    expect([left - debt === kept || left - debt === kept - points, left >= 0]).toEqual([true, true]);
  });
});

describe('the end of points', () => {
  const midnight = new Date('2027-12-31T16:00:00Z');

  it('comes at midnight in Shanghai, once, also of two runs; what has ended is not spent before', async () => {
    const companyId = await newCompany();
    await grant(companyId, 30);
    await endAt(companyId, midnight);
    const before = new Date(midnight.getTime() - 100);
    await lapsePoints(db, before);
    expect((await stateOf(companyId)).points).toBe(30);
    await Promise.all([lapsePoints(db, midnight), lapsePoints(db, midnight)]);
    await lapsePoints(db, midnight);
    expect(await entriesOf(companyId)).toEqual([
      ['sign_in', 30, 0],
      ['expire', -30, 0],
    ]);
    await grant(companyId, 8);
    await db.execute(sql`update points_lot set expires_at = now() where company_id = ${companyId}`);
    expect(await spend(companyId, 1)).toBe(false);
  });

  it('meets the debt first', async () => {
    const { buyer, no, lineId, points } = await received();
    const { companyId } = buyer;
    await spend(companyId, points);
    await grant(companyId, points + 7);
    await refundOrder(byStaff(db), { no, returns: [{ id: lineId, quantity: 10 }], reason: '破损' });
    const { debt } = await stateOf(companyId);
    await endAt(companyId, midnight);
    await lapsePoints(db, midnight);
    expect(await stateOf(companyId)).toMatchObject({ points: 0, debt: 0 });
    expect((await entriesOf(companyId)).slice(-2)).toEqual([
      ['debt', -debt, -debt],
      ['expire', debt - points - 7, 0],
    ]);
  });

  it('is told 60, 30 and 7 days before, once each, also of two runs', async () => {
    const companyId = await newCompany();
    await grant(companyId, 1234);
    await endAt(companyId, midnight);
    const sent = async () =>
      (
        await db
          .select()
          .from(message)
          .where(and(eq(message.companyId, companyId), like(message.ref, 'points:%')))
      ).map(({ title, ref }) => [title, ref]);
    const daysBefore = (days: number) => new Date(midnight.getTime() - 1 - days * 86_400_000);
    await remindPoints(db, daysBefore(61));
    expect(await sent()).toEqual([]);
    for (const days of [60, 59, 31, 30, 8, 7, 0])
      await Promise.all([remindPoints(db, daysBefore(days)), remindPoints(db, daysBefore(days))]);
    await remindPoints(db, midnight);
    const title = '1,234积分将在2027-12-31到期';
    expect(await sent()).toEqual([60, 30, 7].map((step) => [title, `points:2027-12-31:${step}`]));
  });
});

it('shows a company its own points alone', async () => {
  const companyId = await newCompany();
  await grant(companyId, 77, 'own');
  const call = routeOf(api.pointsLog);
  const { data } = await request(call, {
    path: '/api/points/log?use_type=sign_in',
    cookie: await loginAs('other'),
  });
  expect(data).toMatchObject({ total: 0, list: [] });
  const other = await newBuyer();
  expect(await spend(other.companyId, 1)).toBe(false);
  expect(await giveBack(other.companyId, 'own')).toBe(false);
  expect((await listPointsLog(contextOf(db, other), pointsLogInput.parse({}))).ends).toEqual([]);
});

it('stand on the statement of their company alone, by kind and month', async () => {
  const [companyId, other] = [await newCompany(), await newCompany()];
  await grant(companyId, 100);
  await grant(companyId, 20);
  await spend(companyId, 70);
  await grant(other, 5);
  const now = Date.now();
  const span = { from: new Date(now - 3_600_000), to: new Date(now + 3_600_000) };
  expect((await listGains(db, companyId, span)).points).toEqual([
    { useType: 'sign_in', points: 120 },
    { useType: 'spend', points: -70 },
  ]);
  expect(await listGains(db, companyId, { ...span, from: span.to })).toEqual({ points: [], prizes: [] });
});
