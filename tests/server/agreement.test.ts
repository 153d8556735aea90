/** A new version of the agreement is asked for once, at the next log-in, by whichever way. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { demoPassword, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { agreementRefusals, agreementVersion } from '#lib/rules/companies/registration.ts';
import { account, agreementAcceptance, rateLimit, session } from '#lib/server/db/schema.ts';
import { openWechat } from '#tests/counterparts/wechat.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler, cookieOf, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as callback } from '../../src/pages/wechat/callback.ts';

const logIn = routeOf(api.login);
const start = routeOf(api.startWechat);

const { db } = await testDatabase();
const counterpart = await openWechat();
const own = eq(agreementAcceptance.userId, users.other);
const enter = (more: object = {}) =>
  request(logIn, { body: { username: 'other', password: demoPassword, ...more }, address: '198.51.100.9' });
const sessions = () => db.$count(session, eq(session.userId, users.other));

/** Long ago, to a version of before. */
beforeEach(async () => {
  await db.delete(agreementAcceptance).where(own);
  await db
    .insert(agreementAcceptance)
    .values({ userId: users.other, version: '2020-01-01', acceptedAt: new Date(0), address: '192.0.2.1' });
  await Promise.all([db.delete(rateLimit), db.delete(session)]);
});

test('without the new version nobody is let in, who has agreed is asked no more', async () => {
  const asked = await enter();
  expect(asked).toMatchObject({
    code: 422,
    message: agreementRefusals.renewed,
    data: { errors: { agreement: [agreementRefusals.renewed] } },
  });
  expect(asked.headers.getSetCookie()).toEqual([]);
  expect(await sessions()).toBe(0);
  expect(await enter({ agreement: agreementVersion })).toMatchObject({ code: 200 });
  const [row] = await db
    .select()
    .from(agreementAcceptance)
    .where(and(own, eq(agreementAcceptance.version, agreementVersion)));
  expect(row).toMatchObject({ address: '198.51.100.9' });
  expect(Date.now() - (row?.acceptedAt.getTime() ?? 0)).toBeLessThan(60_000);
  expect(await enter()).toMatchObject({ code: 200 });
  // What was agreed to before is kept.
  expect(await db.$count(agreementAcceptance, own)).toBe(2);
});

test('a version that is not in force is none', async () => {
  for (const agreement of ['2020-01-01', '2099-01-01'])
    expect(await enter({ agreement })).toMatchObject({
      code: 422,
      data: { errors: { agreement: [agreementRefusals.stale] } },
    });
  expect([await sessions(), await db.$count(agreementAcceptance, own)]).toEqual([0, 1]);
});

test('who does not know the password is not told that it is asked for, and agrees to nothing', async () => {
  expect(await enter({ password: 'wrong', agreement: agreementVersion })).toMatchObject({
    code: 422,
    data: { errors: { password: ['用户名或密码错误'] } },
  });
  expect(await db.$count(agreementAcceptance, own)).toBe(1);
});

test('being asked uses no guess up', async () => {
  for (let i = 0; i < 6; i += 1) expect(await enter()).toMatchObject({ code: 422 });
  expect(await enter({ agreement: agreementVersion })).toMatchObject({ code: 200 });
});

test('of many at once each is let in, and it is written once', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => enter({ agreement: agreementVersion })));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  expect(await db.$count(agreementAcceptance, own)).toBe(2);
});

test('by WeChat it leads to the log-in, which says why', async () => {
  await db
    .insert(account)
    .values({ id: 'wechat-agreeing', accountId: 'u-agreeing', providerId: 'wechat', userId: users.other });
  const scan = async () => {
    const begun = await request<{ url: string }>(start, { body: { next: '' } });
    const state = new URL(begun.data.url).searchParams.get('state') ?? '';
    const code = counterpart.scan({ openid: 'o-agreeing', unionid: 'u-agreeing', nickname: '周' });
    const path = `/wechat/callback?${new URLSearchParams({ code, state })}`;
    const answer = await callHandler(callback, { path, cookie: cookieOf(begun.headers) });
    return answer.headers.get('location');
  };
  expect(await scan()).toBe('/login?end=agreement');
  expect(await sessions()).toBe(0);
  await enter({ agreement: agreementVersion });
  expect(await scan()).toBe('/');
});
