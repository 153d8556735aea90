/** When a session ends: with the ground it stands on, in the same transaction, however that was changed. */

import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies, type LoginName, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { type SessionList, sessionList } from '#lib/contract/sessions.ts';
import { hashPassword } from '#lib/server/core/sessions/password-hashes.ts';
import { account, company, member, rateLimit, session } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { until } from '#tests/support/server-process.ts';

const logIn = routeOf(api.login);
const endCall = routeOf(api.endSession);
const endOthersCall = routeOf(api.endOtherSessions);
const listCall = routeOf(api.sessions);
const info = routeOf(api.userInfo);

const { db } = await testDatabase();
const password = await hashPassword('Demo@2026');
const codeFor = async (cookie: string) => (await request(info, { cookie })).code;
const sessionsOf = (name: LoginName) => db.$count(session, eq(session.userId, users[name]));
const ownPassword = and(eq(account.userId, users.other), eq(account.providerId, 'credential'));

beforeEach(async () => {
  await db.delete(rateLimit);
  await db.delete(session);
  await db.update(company).set({ status: 'approved' }).where(eq(company.id, companies.other));
  await db.update(member).set({ disabledAt: null });
});

it('is made anew at each login: a cookie that somebody planted opens nothing of who logs in with it', async () => {
  const planted = await loginAs('other');
  const answer = await request(logIn, {
    body: { username: 'demo', password: 'Demo@2026' },
    cookie: planted,
  });
  expect(answer.code).toBe(200);
  const own = cookieOf(answer.headers);
  const token = (text: string) => /yp\.session_token=([^;.]+)/.exec(text)?.[1];
  expect(token(own)).toBeTruthy();
  expect(token(own)).not.toBe(token(planted));
  const nameOf = async (cookie: string) =>
    (await request<{ username: string }>(info, { cookie })).data?.username;
  expect(await nameOf(own)).toBe('demo');
  expect(await nameOf(planted)).not.toBe('demo');
  // A token that nobody was given is not taken over either.
  const made = await request(logIn, {
    body: { username: 'demo', password: 'Demo@2026' },
    cookie: 'yp.session_token=planted-by-somebody.c2lnbmF0dXJl',
  });
  expect(token(cookieOf(made.headers))).not.toBe('planted-by-somebody');
  expect(await codeFor('yp.session_token=planted-by-somebody.c2lnbmF0dXJl')).toBe(401);
});

describe('a session ends', () => {
  it.each(['frozen', 'closed'] as const)(
    'when the company is %s, of all its people and of no other',
    async (status) => {
      const [own, theirs] = [await loginAs('other'), await loginAs('demo')];
      expect(await codeFor(own)).toBe(200);
      await db.execute(sql`update company set status = ${status} where id = ${companies.other}`);
      expect(await codeFor(own)).toBe(401);
      expect(await codeFor(theirs)).toBe(200);
    },
  );

  it('when its person is disabled, and the colleagues go on', async () => {
    const [own, owner] = [await loginAs('demo-caigou'), await loginAs('demo')];
    await db.update(member).set({ disabledAt: new Date() }).where(eq(member.userId, users['demo-caigou']));
    expect(await codeFor(own)).toBe(401);
    expect(await codeFor(owner)).toBe(200);
    const again = await request(logIn, { body: { username: 'demo-caigou', password: 'Demo@2026' } });
    expect(again).toMatchObject({ code: 403, message: '该账号已停用，请联系企业管理员' });
    expect(await sessionsOf('demo-caigou')).toBe(0);
  });

  it('with a new password, all but the one it was changed in', async () => {
    const [first, second] = [await loginAs('other'), await loginAs('other')];
    const [kept] = await db
      .select({ id: session.id })
      .from(session)
      .where(eq(session.userId, users.other))
      .limit(1);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('yaopi.kept_session', ${kept?.id ?? ''}, true)`);
      await tx
        .update(account)
        .set({ password: await hashPassword('Demo@2026') })
        .where(ownPassword);
    });
    expect([await codeFor(first), await codeFor(second)].toSorted()).toEqual([200, 401]);
    await db.update(account).set({ password }).where(ownPassword);
    expect(await sessionsOf('other')).toBe(0);
  });

  it('in the transaction: rolled back, it goes on; a state that stays the same ends nothing', async () => {
    const own = await loginAs('other');
    await db
      .transaction(async (tx) => {
        await tx.update(company).set({ status: 'frozen' }).where(eq(company.id, companies.other));
        throw new Error('no');
      })
      .catch(() => undefined);
    await db.update(company).set({ status: 'approved', rank: 1 }).where(eq(company.id, companies.other));
    await db.update(account).set({ updatedAt: new Date() }).where(ownPassword);
    expect(await codeFor(own)).toBe(200);
  });
});

describe('a session that was left over opens nothing', () => {
  /** Changes a state and puts the sessions that end with it back. */
  async function keeping(name: LoginName, statement: ReturnType<typeof sql>): Promise<void> {
    const rows = await db.select().from(session).where(eq(session.userId, users[name]));
    await db.execute(statement);
    await db.insert(session).values(rows);
  }

  it('of a closed company', async () => {
    const own = await loginAs('other');
    await keeping('other', sql`update company set status = 'closed' where id = ${companies.other}`);
    expect(await sessionsOf('other')).toBe(1);
    expect(await codeFor(own)).toBe(401);
    const again = await request(logIn, { body: { username: 'other', password: 'Demo@2026' } });
    expect(again).toMatchObject({ code: 403, message: '该账号已注销，无法登录' });
    expect(await sessionsOf('other')).toBe(1);
  });

  it('of a disabled person', async () => {
    const own = await loginAs('demo-zhidu');
    await keeping(
      'demo-zhidu',
      sql`update member set disabled_at = now() where user_id = ${users['demo-zhidu']}`,
    );
    expect(await sessionsOf('demo-zhidu')).toBe(1);
    expect(await codeFor(own)).toBe(401);
  });

  it('beyond its time', async () => {
    const own = await loginAs('demo');
    await db.update(session).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await codeFor(own)).toBe(401);
  });
});

it('a cookie with another signature, another token or broken escapes is nobody’s', async () => {
  const cookie = await loginAs('demo');
  const value = /yp\.session_token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const [token = '', signature = ''] = decodeURIComponent(value).split('.');
  const forged = [
    `${token}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${signature}`,
    token,
    `${token}.`,
    '.',
    '',
  ];
  for (const one of forged) expect(await codeFor(`yp.session_token=${encodeURIComponent(one)}`)).toBe(401);
  expect(await codeFor('yp.session_token=%zz')).toBe(401);
  expect(await codeFor(`a=1; yp.session_token=${value}`)).toBe(200);
});

describe('the list of devices', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
  const loginFrom = async (name: LoginName, userAgent: string, address: string) =>
    cookieOf(
      (
        await request(logIn, {
          body: { username: name, password: 'Demo@2026' },
          address,
          headers: { 'user-agent': userAgent },
        })
      ).headers,
    );
  const listFor = async (cookie: string) =>
    sessionList.parse((await request<SessionList>(listCall, { cookie })).data).list;
  const end = (cookie: string, id: string) =>
    request<SessionList>(endCall, { params: { id }, body: {}, cookie });

  it('names each with device, address and times, the own one first', async () => {
    await loginFrom('other', chrome, '198.51.100.7');
    const own = await loginFrom('other', 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1', '203.0.113.9');
    await loginFrom('other', 'curl/8', '203.0.113.10');
    expect(await listFor(own)).toMatchObject([
      { device: 'iPhone 上的 Safari', address: '203.0.113.9', place: '未知', is_current: 1 },
      { device: '未知设备', address: '203.0.113.10', is_current: 0 },
      { device: 'Windows 上的 Chrome', address: '198.51.100.7', is_current: 0 },
    ]);
  });

  it('ends one of the person’s own and no other’s', async () => {
    const [own, second, colleague, stranger] = [
      await loginAs('demo'),
      await loginAs('demo'),
      await loginAs('demo-caigou'),
      await loginAs('other'),
    ];
    const [theirs] = await listFor(stranger);
    const [colleagues] = await listFor(colleague);
    for (const id of [theirs?.id ?? '', colleagues?.id ?? '', 'no-such-session', "x' or 1=1 --"])
      expect(await end(own, id)).toMatchObject({ code: 404 });
    for (const id of ['', 'x'.repeat(65)]) expect(await end(own, id)).toMatchObject({ code: 422 });
    expect([await codeFor(stranger), await codeFor(colleague)]).toEqual([200, 200]);
    const other = (await listFor(own)).find((one) => one.is_current === 0);
    expect((await end(own, other?.id ?? '')).data.list).toMatchObject([{ is_current: 1 }]);
    expect(await codeFor(second)).toBe(401);
    expect(await end(own, other?.id ?? '')).toMatchObject({ code: 404 });
    expect(await end(own, (await listFor(own))[0]?.id ?? '')).toMatchObject({ code: 409 });
    expect(await codeFor(own)).toBe(200);
  });

  it('ends all others, however often it is asked, and is nobody’s without a session', async () => {
    const [own, second, colleague] = [
      await loginAs('demo'),
      await loginAs('demo'),
      await loginAs('demo-caigou'),
    ];
    const ended = await Promise.all(
      [1, 2, 3].map(() => request<SessionList>(endOthersCall, { body: {}, cookie: own })),
    );
    for (const answer of ended) expect(answer.data.list).toMatchObject([{ is_current: 1 }]);
    expect([await codeFor(own), await codeFor(second), await codeFor(colleague)]).toEqual([200, 401, 200]);
    for (const call of [endOthersCall, endCall])
      expect(await request(call, { params: { id: 'x' }, body: {} })).toMatchObject({ code: 401 });
    expect(await request(listCall)).toMatchObject({ code: 401 });
  });

  it('learns of a use once in five minutes, with its address', async () => {
    const own = await loginAs('other');
    const past = new Date(Date.now() - 6 * 60_000);
    await db.update(session).set({ updatedAt: past });
    await request(info, { cookie: own, address: '203.0.113.77' });
    // By the rows: a look at the list is a use too, and which of the two is noted first is for chance to say.
    await until(
      'it is noted',
      async () => (await db.$count(session, eq(session.ipAddress, '203.0.113.77'))) === 1,
    );
    await request(info, { cookie: own, address: '203.0.113.78' });
    const [row] = await listFor(own);
    expect(row?.address).toBe('203.0.113.77');
    expect(Date.parse(row?.seen_at ?? '')).toBeGreaterThan(past.getTime());
  });
});
