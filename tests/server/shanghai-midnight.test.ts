/**
 * Midnight in Shanghai by a process and a session in UTC and in New York: what counts by the day counts by the Shanghai
 * day. The database's clock is set to 23:59:59.9 and to 00:00:00.1 by a `now()` that stands before PostgreSQL's own.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeInput } from '#lib/contract/mall.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { connect } from '#lib/server/db/client.ts';
import { pointsGoods } from '#lib/server/db/schema.ts';
import { buyChances } from '#lib/server/draws/buy-chances.ts';
import { play } from '#lib/server/draws/play.ts';
import { getSimpleDraw } from '#lib/server/draws/read.ts';
import { exchangePoints } from '#lib/server/mall/exchange.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { getSignIn, sign } from '#lib/server/points/sign-in.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

const { url, db, pool } = await testDatabase();
const day = 86_400_000;

/** The first midnight after a year that begins a month and a week, so that all limits but the year's begin anew. */
function midnightAhead(): number {
  for (let at = Date.now() + 400 * day; ; at += day) {
    const key = dayKey(at);
    const start = Date.parse(`${key}T00:00:00+08:00`);
    if (key.endsWith('-01') && new Date(start + 8 * 3_600_000).getUTCDay() === 1) return start;
  }
}
const midnight = midnightAhead();
const [before, after] = [new Date(midnight - 100), new Date(midnight + 100)];

const setClock = (at: Date) => pool.query('update clock.set_to set at = $1', [at]);

beforeAll(async () => {
  await pool.query(`create schema clock;
    create table clock.set_to (at timestamptz);
    insert into clock.set_to values (null);
    create function clock.now() returns timestamptz stable language sql
      as 'select coalesce(at, pg_catalog.now()) from clock.set_to';
    create function clock.clock_timestamp() returns timestamptz stable language sql
      as 'select coalesce(at, pg_catalog.clock_timestamp()) from clock.set_to';
    alter table points_order alter column created_at set default clock.now();`);
});

const zoneBefore = process.env.TZ;
afterAll(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

describe.each([
  ['UTC', [15]],
  ['America/New_York', [10, 11]],
])('by a process and a session in %s', (zone, hours) => {
  let shop: ReturnType<typeof connect>;
  let buyer: Account;

  beforeAll(async () => {
    process.env.TZ = zone;
    const { rows } = await pool.query('select quote_ident(current_database()) as name');
    const { name } = rows[0];
    await pool.query(`alter database ${name} set search_path = clock, public, pg_catalog`);
    shop = connect(url);
    // Its sessions are Shanghai's by themselves.
    shop.pool.on('connect', (client) => void client.query(`set time zone '${zone}'`));
    buyer = (await makeBuyers(db, 1))[0]!;
    const { companyId } = buyer;
    await db.transaction((tx) =>
      grantPoints(tx, { companyId, useType: 'task', points: 1_000, ref: randomUUID(), note: '任务' }),
    );
    await pool.query('update points_lot set expires_at = $1 where company_id = $2', [
      new Date(midnight + 400 * day),
      companyId,
    ]);
    await setClock(before);
  });

  afterAll(async () => {
    await shop.pool.end();
    await pool.query('update clock.set_to set at = null');
  });

  /** The buyer as a request at the clock's time has it. */
  const at = (now: Date) => contextOf(shop.db, buyer, {}, now);
  const keyed = (now: Date) => ({ ...at(now), key: randomUUID() });

  it('the zone is the process’s and the session’s', async () => {
    expect(hours).toContain(before.getHours());
    const { rows } = await shop.pool.query(
      `select current_setting('timezone') as zone, (extract(epoch from now()) * 1000)::float8 as now`,
    );
    expect(rows[0]).toEqual({ zone, now: before.getTime() });
  });

  it('a person signs in twice, on two days in a row', async () => {
    await setClock(before);
    const first = await sign(at(before));
    expect([(await sign(at(before))).streak, first.streak, first.today]).toEqual([
      1,
      1,
      dayKey(midnight - 1),
    ]);
    await setClock(after);
    expect((await getSignIn(at(after), {})).is_signed).toBe(0);
    expect(await sign(at(after))).toMatchObject({ streak: 2, today: dayKey(midnight) });
  });

  /** The only open wheel, on both sides of midnight: one chance a day for 10 points. */
  async function onlyWheel(more: { perSign?: number } = {}) {
    await pool.query('update wheel set ends_at = starts_at');
    return openedWheel(db, [prize('points', 1), prize('nothing', 9)], {
      ...{ startsAt: new Date(midnight - day), endsAt: new Date(midnight + day) },
      ...{ pointsPrice: 10, pointsDaily: 1 },
      ...more,
    });
  }

  it('chances of a wheel for points: the day’s limit begins anew, and so does the popup', async () => {
    await setClock(before);
    const { id } = await onlyWheel();
    const buy = (now: Date) => buyChances(keyed(now), { id, count: 1 });
    expect(await buy(before)).toMatchObject({ mine: { chances: 1, points_left: 0 } });
    await expect(buy(before)).rejects.toMatchObject({ message: expect.stringContaining('今天还可换0次') });
    expect(await getSimpleDraw(at(before))).toEqual({ is_join: 0, id });
    await play(at(before), { id, token: randomUUID() });
    await setClock(after);
    expect(await buy(after)).toMatchObject({ mine: { chances: 1, points_left: 0 } });
    await expect(buy(after)).rejects.toMatchObject({ code: 409 });
    // It was drawn a moment ago, on the day before.
    expect(await getSimpleDraw(at(after))).toEqual({ is_join: 0, id });
    await play(at(after), { id, token: randomUUID() });
    expect(await getSimpleDraw(at(after))).toEqual({ is_join: 1, id });
  });

  it('chances got by a process whose clock is behind are those of the database’s day', async () => {
    await setClock(after);
    const { id } = await onlyWheel({ perSign: 1 });
    expect(await buyChances(keyed(before), { id, count: 1 })).toMatchObject({ mine: { points_left: 0 } });
    await expect(buyChances(keyed(before), { id, count: 1 })).rejects.toMatchObject({ code: 409 });
    const person = (await makeBuyers(db, 1))[0]!;
    await sign(contextOf(shop.db, person, {}, before));
    const { rows } = await pool.query('select source, created_at from wheel_chance where wheel_id = $1', [
      id,
    ]);
    expect(rows).toEqual(['points', 'sign_in'].map((source) => ({ source, created_at: after })));
  });

  it.each(['day', 'week', 'month', 'year'] as const)('the mall’s limit of a %s', async (limitPeriod) => {
    await setClock(before);
    const [goods] = await db
      .insert(pointsGoods)
      .values({
        ...{ kind: 'voucher', name: '现金券', points: 10, stock: 10, isOn: true, value: 1_00, threshold: 0 },
        ...{ validDays: 30, limitCount: 1, limitPeriod, onFrom: new Date(midnight - day) },
      })
      .returning({ id: pointsGoods.id });
    const input = exchangeInput.parse({
      goods_id: goods!.id,
      quantity: 1,
      points: 10,
      money_amount: '0.00',
    });
    const redeem = (now: Date) => exchangePoints(keyed(now), input);
    expect((await redeem(before)).order.points).toBe(10);
    await expect(redeem(before)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('限兑1张'),
    });
    await setClock(after);
    const isNew = limitPeriod !== 'year' || dayKey(midnight).endsWith('-01-01');
    if (isNew) expect((await redeem(after)).order.points).toBe(10);
    await expect(redeem(after)).rejects.toMatchObject({ code: 409 });
  });
});
