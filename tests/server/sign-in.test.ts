/** Signing in: once a Shanghai day, the same answer to a repeat, bonuses once, cards for missed days. */
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { dayAfter } from '#lib/rules/points/sign-in.ts';
import { pointsLedger, signCard, signIn, user } from '#lib/server/db/schema.ts';
import { getSignIn, makeUp, sign } from '#lib/server/points/sign-in.ts';
import { shanghaiDayOf } from '#lib/server/points/sign-in-rows.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const { companyId, userId } = demo.actor.account;
const { today } = await getSignIn(demo, {});

const mine = and(eq(pointsLedger.companyId, companyId), eq(pointsLedger.useType, 'sign_in'));
const pointsGot = async () =>
  (await db.select().from(pointsLedger).where(mine)).reduce((sum, { amount }) => sum + amount, 0);

/** Days that were signed before, counted back from today. */
async function signedBefore(...back: number[]) {
  await db
    .insert(signIn)
    .values(back.map((days) => ({ companyId, userId, day: dayAfter(today, -days), points: 5, bonuses: [] })));
}

const giveCards = (count: number) =>
  db
    .insert(signCard)
    .values(Array.from({ length: count }, (_, at) => ({ companyId, userId, source: `test:${at}` })));

beforeEach(async () => {
  await db.delete(signIn);
  await db.delete(signCard);
  await db
    .update(user)
    .set({ createdAt: new Date('2026-01-01') })
    .where(eq(user.id, userId));
});

it('signs today once, however often and from wherever it is pressed, with the same answer', async () => {
  const before = await pointsGot();
  const answers = await Promise.all(Array.from({ length: 20 }, () => sign(demo)));
  expect(answers.every(({ got, is_signed, streak }) => got === 5 && is_signed === 1 && streak === 1)).toBe(
    true,
  );
  expect(await db.$count(signIn)).toBe(1);
  expect((await pointsGot()) - before).toBe(5);
});

it('gives each bonus once, with a card at 15 days', async () => {
  await signedBefore(1, 2, 3, 4, 5, 6);
  expect(await sign(demo)).toMatchObject({ got: 25, got_bonuses: [7], streak: 7, cards: 0 });
  expect(await sign(demo)).toMatchObject({ got: 25, got_bonuses: [7], streak: 7 });
  await db.delete(signIn);
  await signedBefore(...Array.from({ length: 14 }, (_, at) => at + 1));
  await db
    .update(signIn)
    .set({ bonuses: [7] })
    .where(eq(signIn.day, dayAfter(today, -8)));
  expect(await sign(demo)).toMatchObject({ got: 55, got_bonuses: [15], streak: 15, cards: 1 });
  expect(await getSignIn(demo, {})).toMatchObject({ next: { days: 30, left: 15, points: 120 } });
});

it('makes up a missed day by one card, and the days before and after become a row', async () => {
  await signedBefore(0, 1, 3, 4, 5, 6);
  const day = dayAfter(today, -2);
  await expect(makeUp(demo, { day })).rejects.toMatchObject({
    code: 409,
    message: expect.stringContaining('没有补签卡'),
  });
  await giveCards(2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => makeUp(demo, { day })));
  expect(answers.every(({ got, streak, cards }) => got === 25 && streak === 7 && cards === 1)).toBe(true);
  await expect(makeUp(demo, { day: dayAfter(today, -1) })).rejects.toMatchObject({
    message: '这一天已经签到',
  });
  await expect(makeUp(demo, { day: today })).rejects.toMatchObject({ message: '只能补签今天以前的日子' });
  await expect(makeUp(demo, { day: dayAfter(today, -31) })).rejects.toMatchObject({ code: 409 });
  expect((await getSignIn(demo, {})).cards).toBe(1);
});

it('makes no day up before the account, or before its first signed day', async () => {
  await giveCards(1);
  await db.update(user).set({ createdAt: new Date() }).where(eq(user.id, userId));
  const missed = { day: dayAfter(today, -3) };
  await expect(makeUp(demo, missed)).rejects.toMatchObject({ message: '开户以前的日子不能补签' });
  await signedBefore(5);
  expect(await makeUp(demo, missed)).toMatchObject({ cards: 0, got: 5 });
});

it('is for the person’s own company, not for the stores that they enter', async () => {
  const { account } = demo.actor;
  const entered = {
    ...demo,
    actor: { ...demo.actor, account: { ...account, homeCompanyId: account.companyId + 1 } },
  };
  await expect(sign(entered)).rejects.toMatchObject({
    code: 403,
    message: expect.stringContaining('切换回本企业'),
  });
  await expect(makeUp(entered, { day: dayAfter(today, -1) })).rejects.toMatchObject({ code: 403 });
  expect(await db.$count(signIn)).toBe(0);
});

it('belongs to one person for one company', async () => {
  await sign(demo);
  await giveCards(1);
  const other = await contextOf(db, 'clinic');
  expect(await getSignIn(other, {})).toMatchObject({ is_signed: 0, streak: 0, cards: 0, days: [] });
});

it('answers the wire: a month, wrong months and days, a company without approval', async () => {
  const cookie = await loginAs('demo');
  const month = dayAfter(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const asked = routeOf(api.signIn);
  expect(await request(asked, { path: `/api/sign?month=${month}`, cookie })).toMatchObject({
    data: { month, today },
  });
  expect(await request(asked, { path: '/api/sign?month=2026-13', cookie })).toMatchObject({ code: 422 });
  const form = { body: 'day=2026-02-30', cookie };
  expect(await request(routeOf(api.makeUp), form)).toMatchObject({ code: 422 });
  expect(await request(routeOf(api.sign), { method: 'POST', cookie })).toMatchObject({
    code: 200,
    data: { got: 5 },
  });
  const pending = await loginAs('pending');
  expect(await request(routeOf(api.sign), { method: 'POST', cookie: pending })).toMatchObject({
    code: 403,
    message: '企业资质审核通过后可签到',
  });
});

it.each(['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati'])(
  'counts the days of Shanghai in a session of %s',
  async (zone) => {
    const days = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('timezone', ${zone}, true)`);
      const of = async (moment: string) => {
        const { rows } = await tx.execute<{ day: string }>(
          sql`select ${shanghaiDayOf(sql`${moment}::timestamptz`)} as day`,
        );
        return rows[0]?.day;
      };
      return [await of('2026-03-31T15:59:59.9Z'), await of('2026-03-31T16:00:00.1Z')];
    });
    expect(days).toEqual(['2026-03-31', '2026-04-01']);
  },
);
