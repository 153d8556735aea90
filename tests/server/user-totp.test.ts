/** The authenticator of an owner's own log-in: set up by password and code, asked for, each code good for one. */

import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies, demoPassword, users } from '#demo/seed/known.ts';
import type { OwnTotp, TotpSet } from '#lib/contract/accounts/totp-schema.ts';
import { api } from '#lib/contract/api.ts';
import type { TotpSecret } from '#lib/contract/staff.ts';
import { resetOwnTotp } from '#lib/server/accounts/reset-totp.ts';
import {
  account,
  auditLog,
  companyClosing,
  message,
  rateLimit,
  session,
  userTotp,
} from '#lib/server/db/schema.ts';
import { closeCompany } from '#lib/server/own-data/closing-rows.ts';
import { openWechat } from '#tests/counterparts/wechat.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler, cookieOf, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { codeNow, secretOf } from '#tests/support/totp.ts';
import { GET as callback } from '../../src/pages/wechat/callback.ts';

const logIn = routeOf(api.login);
const start = routeOf(api.startWechat);
const begin = routeOf(api.beginOwnTotp);
const confirm = routeOf(api.confirmOwnTotp);
const off = routeOf(api.endOwnTotp);

const { db } = await testDatabase();
const counterpart = await openWechat();
const own = eq(userTotp.userId, users.other);

const enter = (code?: string, more: { username?: string; password?: string; address?: string } = {}) => {
  const { address = '198.51.100.9', ...body } = more;
  return request(logIn, {
    body: { username: 'other', password: demoPassword, ...(code !== undefined && { code }), ...body },
    address,
  });
};
const opened = async (username = 'other') => cookieOf((await enter(undefined, { username })).headers);
const errorOf = (answer: { data: unknown }) => JSON.stringify(answer.data);
const sessions = () => db.$count(session, eq(session.userId, users.other));

/** Sets an authenticator up: no code of it was used yet. */
async function setUp(cookie: string): Promise<{ secret: string; codes: string[] }> {
  const begun = await request<TotpSecret>(begin, { body: { password: demoPassword }, cookie });
  expect(begun.code, begun.message).toBe(200);
  const secret = secretOf(begun.data.secret);
  const done = await request<TotpSet>(confirm, { body: { code: await codeNow(secret) }, cookie });
  expect(done.code, done.message).toBe(200);
  await db.update(userTotp).set({ step: 0 }).where(own);
  return { secret, codes: done.data.recovery_codes };
}

beforeEach(async () => {
  await Promise.all([db.delete(userTotp), db.delete(rateLimit), db.delete(session)]);
});

describe('setting it up', () => {
  it('asks for the password first, takes the code of the last secret, ends the other devices', async () => {
    const [here, there] = [await opened(), await opened()];
    expect(await request(begin, { body: { password: 'wrong' }, cookie: here })).toMatchObject({ code: 422 });
    expect(await request(confirm, { body: { code: '123456' }, cookie: here })).toMatchObject({ code: 409 });
    const old = await request<TotpSecret>(begin, { body: { password: demoPassword }, cookie: here });
    const begun = await request<TotpSecret>(begin, { body: { password: demoPassword }, cookie: here });
    const stale = await codeNow(secretOf(old.data.secret));
    expect(await request(confirm, { body: { code: stale }, cookie: here })).toMatchObject({
      code: 422,
      data: { errors: { code: [expect.stringContaining('验证码错误')] } },
    });
    // Who gives up half way is asked for nothing.
    expect(await enter()).toMatchObject({ code: 200 });
    const code = await codeNow(secretOf(begun.data.secret));
    const both = await Promise.all(
      [1, 2].map(() => request<TotpSet>(confirm, { body: { code }, cookie: here })),
    );
    expect(both.map((one) => one.code).toSorted()).toEqual([200, 409]);
    const done = both.find((one) => one.code === 200)!;
    expect(new Set(done.data.recovery_codes).size).toBe(10);
    expect(await request(off, { body: { code: 'x' }, cookie: there })).toMatchObject({ code: 401 });
    expect(await sessions()).toBe(1);
    const [row] = await db.select().from(userTotp).where(own);
    expect(JSON.stringify(row)).not.toContain(secretOf(begun.data.secret));
    for (const one of done.data.recovery_codes) expect(JSON.stringify(row)).not.toContain(one.slice(0, 5));
    expect(await request(begin, { body: { password: demoPassword }, cookie: here })).toMatchObject({
      code: 409,
    });
    // The code that set it up opens nothing any more.
    expect(await enter(code)).toMatchObject({ code: 422 });
    const notified = and(eq(message.companyId, companies.other), like(message.title, '登录验证码已开启'));
    expect(await db.$count(message, notified)).toBe(1);
  });

  it('is for owners', async () => {
    const cookie = await opened('demo-caigou');
    expect(await request(begin, { body: { password: demoPassword }, cookie })).toMatchObject({ code: 403 });
    expect(await request(confirm, { body: { code: '123456' }, cookie })).toMatchObject({ code: 403 });
  });

  it('lets nobody try codes on and on', async () => {
    const cookie = await opened();
    await request(begin, { body: { password: demoPassword }, cookie });
    for (let i = 0; i < 5; i += 1)
      expect(await request(confirm, { body: { code: '000000' }, cookie })).toMatchObject({ code: 422 });
    expect(await request(confirm, { body: { code: '000000' }, cookie })).toMatchObject({ code: 429 });
  });
});

describe('a log-in', () => {
  it('asks for the code once the password was right, and takes it once, none from before it', async () => {
    const { secret } = await setUp(await opened());
    await db.delete(session);
    const asked = await enter();
    expect(asked).toMatchObject({ code: 422, message: '请填写身份验证器上的6位验证码' });
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect(errorOf(await enter(undefined, { password: 'wrong' }))).not.toContain('code');
    expect(await sessions()).toBe(0);
    const [before, code] = [await codeNow(secret, -1), await codeNow(secret)];
    expect(await enter(code)).toMatchObject({ code: 200 });
    for (const used of [code, before])
      expect(await enter(used)).toMatchObject({
        code: 422,
        data: { errors: { code: [expect.stringContaining('已使用过')] } },
      });
    expect(await sessions()).toBe(1);
  });

  it('with one code at many places at once is one', async () => {
    const { secret } = await setUp(await opened());
    const code = await codeNow(secret);
    const answers = await Promise.all(
      [0, 1, 2, 3].map((nth) => enter(code, { address: `203.0.113.${nth}` })),
    );
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, 422, 422, 422]);
    expect(await sessions()).toBe(2);
  });

  it('takes a recovery code instead, however it is typed, each once', async () => {
    const { codes } = await setUp(await opened());
    const typed = ` ${codes[0]!.toLowerCase().replace('-', ' ')} `;
    expect(await enter(typed)).toMatchObject({ code: 200 });
    expect(await enter(codes[0])).toMatchObject({ code: 422 });
    const twice = await Promise.all([1, 2].map(() => enter(codes[1])));
    expect(twice.map((one) => one.code).toSorted()).toEqual([200, 422]);
  });

  it('has five guesses, and the right password gives none back', async () => {
    const { secret } = await setUp(await opened());
    // Being asked is no guess.
    for (let i = 0; i < 6; i += 1) expect(await enter()).toMatchObject({ code: 422 });
    for (let i = 0; i < 5; i += 1) expect(await enter('000000')).toMatchObject({ code: 422 });
    const late = await enter(await codeNow(secret));
    expect(late).toMatchObject({ code: 429 });
    expect(late.message).toMatch(/^验证码错误次数过多/);
    // A page that was loaded again does not know that a code was asked for.
    expect((await enter()).message).toMatch(/^验证码错误次数过多/);
  });

  it('says that passwords or codes were wrong where both were', async () => {
    await setUp(await opened());
    for (const code of ['000000', undefined, '000000', undefined, undefined])
      await enter(code, { password: code === undefined ? 'wrong' : demoPassword });
    expect(await enter()).toMatchObject({ code: 429 });
    expect((await enter()).message).toMatch(/^密码或验证码错误次数过多/);
  });

  it('has twenty guesses over all devices that have logged in before', async () => {
    const devices: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) devices.push(await opened());
    const { secret } = await setUp(devices[0]!);
    const tryAt = (cookie: string, code: string) =>
      request(logIn, { body: { username: 'other', password: demoPassword, code }, cookie });
    for (const device of devices.slice(0, 4))
      for (let i = 0; i < 5; i += 1) expect(await tryAt(device, '000000')).toMatchObject({ code: 422 });
    const late = await tryAt(devices[4]!, await codeNow(secret));
    expect(late).toMatchObject({ code: 429, message: expect.stringContaining('验证码错误次数过多') });
    expect(await sessions()).toBe(1);
  });

  it('by WeChat leads to the one by password', async () => {
    await setUp(await opened());
    await db
      .insert(account)
      .values({ id: 'wechat-coded', accountId: 'u-coded', providerId: 'wechat', userId: users.other });
    await db.delete(session);
    const begun = await request<{ url: string }>(start, { body: { next: '' } });
    const state = new URL(begun.data.url).searchParams.get('state') ?? '';
    const code = counterpart.scan({ openid: 'o-coded', unionid: 'u-coded', nickname: '周' });
    const path = `/wechat/callback?${new URLSearchParams({ code, state })}`;
    const answer = await callHandler(callback, { path, cookie: cookieOf(begun.headers) });
    expect(answer.headers.get('location')).toBe('/login?end=code');
    expect(await sessions()).toBe(0);
  });
});

describe('switching it off', () => {
  it('takes a code or a recovery code, and five guesses', async () => {
    const cookie = await opened();
    const { secret, codes } = await setUp(cookie);
    for (let i = 0; i < 4; i += 1)
      expect(await request(off, { body: { code: '000000' }, cookie })).toMatchObject({
        code: 422,
        data: { errors: { code: [expect.stringContaining('验证码错误')] } },
      });
    const code = await codeNow(secret);
    expect(await request<OwnTotp>(off, { body: { code }, cookie })).toMatchObject({
      code: 200,
      data: { is_on: 0, recovery_left: 0 },
    });
    expect(await request(off, { body: { code }, cookie })).toMatchObject({ code: 200, data: { is_on: 0 } });
    expect(await enter()).toMatchObject({ code: 200 });
    const again = await setUp(cookie);
    // A code of the authenticator that was taken away; with the four above it is the fifth.
    expect(await request(off, { body: { code: codes[3] }, cookie })).toMatchObject({ code: 422 });
    expect(await request(off, { body: { code: again.codes[3] }, cookie })).toMatchObject({ code: 429 });
    await db.delete(rateLimit);
    expect(await request<OwnTotp>(off, { body: { code: again.codes[3] }, cookie })).toMatchObject({
      code: 200,
      data: { is_on: 0 },
    });
  });

  it('is the platform’s too, for who has lost the phone: written down, sessions end', async () => {
    await setUp(await opened());
    expect(await resetOwnTotp(byStaff(db), 'other')).toEqual({ username: 'other' });
    expect([await sessions(), await db.$count(userTotp, own)]).toEqual([0, 0]);
    expect(await db.$count(auditLog, eq(auditLog.act, 'member.reset_totp'))).toBe(1);
    expect(await enter()).toMatchObject({ code: 200 });
    await expect(resetOwnTotp(byStaff(db), 'other')).rejects.toMatchObject({ code: 409 });
    await expect(resetOwnTotp(byStaff(db), 'nobody')).rejects.toMatchObject({ code: 404 });
  });
});

it('goes with the company', async () => {
  await setUp(await opened());
  const [closing] = await db
    .insert(companyClosing)
    .values({ companyId: companies.other, userId: users.other, dueAt: new Date() })
    .returning();
  await db.transaction((tx) => closeCompany(tx, closing!, new Date()));
  expect(await db.$count(userTotp, own)).toBe(0);
});
