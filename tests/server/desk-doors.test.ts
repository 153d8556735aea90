/** Sessions of staff: how they end when nobody uses them, newer proofs for acts of money, failed log-ins in the log. */

import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';
import { post } from '#lib/contract/call.ts';
import { endpoint } from '#lib/server/core/calls/endpoint.ts';
import { auditLog, rateLimit, siteSetting, staff, staffSession } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { chosen, enter, freshCode, type Person, person } from '#tests/support/desk-people.ts';
import { cookieOf, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const getMe = routeOf(api.deskMe);
const prove = routeOf(api.proveStaff);

const { db } = await testDatabase();
afterEach(() => db.delete(rateLimit));

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const sessionOf = ({ id }: Person) => eq(staffSession.staffId, id);
const age = (of: Person, row: Partial<typeof staffSession.$inferInsert>) =>
  db.update(staffSession).set(row).where(sessionOf(of));

const row = { who: 'staff', may: 'own', input: z.object({}), output: z.string() } as const;
let done = 0;
const moveMoney = endpoint(post('/api/x', { ...row, sure: true }), async () => {
  done += 1;
  return 'done';
});
const act = ({ cookie }: Person) => request(moveMoney, { method: 'POST', cookie });

describe('a session of staff', () => {
  it('ends half an hour after the last request, and each request prolongs it', async () => {
    const own = await person(db, 'idle', 'admin');
    const me = () => request(getMe, { cookie: own.cookie });
    await age(own, { createdAt: ago(100), seenAt: ago(29) });
    expect(await me()).toMatchObject({ code: 200 });
    const [seen] = await db.select().from(staffSession).where(sessionOf(own));
    expect(seen?.seenAt?.getTime()).toBeGreaterThan(ago(1).getTime());
    await age(own, { seenAt: ago(31) });
    expect(await me()).toMatchObject({ code: 404 });
  });

  it('of an older release counts from the log-in', async () => {
    const own = await person(db, 'idle.old', 'admin');
    await age(own, { createdAt: ago(31) });
    expect(await request(getMe, { cookie: own.cookie })).toMatchObject({ code: 404 });
  });
});

describe('an act of money', () => {
  it('wants another proof ten minutes after the last, by password or code', async () => {
    const own = await person(db, 'money', 'finance');
    expect(await act(own)).toMatchObject({ code: 200 });
    await age(own, { provedAt: ago(11) });
    const before = done;
    expect(await act(own)).toMatchObject({ code: 403, data: { need: 'proof' } });
    expect(done).toBe(before);

    const send = (proof: string) => request(prove, { body: { proof }, cookie: own.cookie });
    expect(await send('wrong')).toMatchObject({ code: 422, data: { errors: { proof: ['密码错误'] } } });
    expect(await act(own)).toMatchObject({ code: 403 });
    expect(await send(chosen)).toMatchObject({ code: 200 });
    expect(await act(own)).toMatchObject({ code: 200 });

    await age(own, { provedAt: ago(11) });
    const code = await freshCode(db, own);
    const answers = await Promise.all([send(code), send(code)]);
    expect(answers.map(({ code: status }) => status).toSorted()).toEqual([200, 422]);
    expect(await act(own)).toMatchObject({ code: 200 });
  });

  it('is proved for one session, not for the person', async () => {
    const own = await person(db, 'money.two', 'finance');
    await age(own, { provedAt: ago(11) });
    const other = cookieOf((await enter('money.two', chosen, { code: await freshCode(db, own) })).headers);
    expect(await request(moveMoney, { method: 'POST', cookie: other })).toMatchObject({ code: 200 });
    expect(await act(own)).toMatchObject({ code: 403 });
  });

  it('guesses at the proof are counted like a log-in', async () => {
    const own = await person(db, 'money.guess', 'finance');
    const send = () => request(prove, { body: { proof: 'wrong' }, cookie: own.cookie });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.filter(({ code }) => code === 422)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(3);
  });
});

describe('an authenticator', () => {
  it('is needed by a merchant’s administrators and finance people where the shop says so', async () => {
    const admin = await person(db, 'totp.admin', 'admin', 1);
    const money = await person(db, 'totp.money', 'finance', 1);
    const packer = await person(db, 'totp.packer', 'orders', 1);
    const open = async () => {
      const answers = [];
      for (const { cookie } of [admin, money, packer])
        answers.push(
          (
            await request(
              endpoint(post('/api/x', row), async () => 'ok'),
              { method: 'POST', cookie },
            )
          ).code,
        );
      return answers;
    };
    expect(await open()).toEqual([200, 200, 200]);
    await db.delete(siteSetting).where(eq(siteSetting.key, 'merchantsNeedTotp'));
    expect(await open()).toEqual([403, 403, 200]);
    await db.insert(siteSetting).values({ key: 'merchantsNeedTotp', value: false });
  });
});

describe('a failed log-in', () => {
  const failures = async (key: string) =>
    (
      await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.act, 'staff.login_failed'), eq(auditLog.subjectKey, key)))
        .orderBy(auditLog.id)
    ).map(({ after }) => after);

  it('is in the audit log with account, reason and address, and a flood adds few rows', async () => {
    const { id } = await person(db, 'fails', 'orders', 1);
    for (let nth = 0; nth < 26; nth++) await enter('fails', `wrong ${nth}`, { address: '2001:db8::7' });
    const own = { account: 'fails', address: '2001:db8:0:0::/64' };
    expect(await failures(String(id))).toEqual([
      { ...own, reason: '密码错误', count: 1 },
      { ...own, reason: '密码错误', count: 5 },
      { ...own, reason: '错误次数过多', count: 25 },
    ]);
    expect(JSON.stringify(await db.select().from(auditLog))).not.toContain('wrong 0');
  });

  it('of a wrong code, a disabled person and an unknown name says which', async () => {
    const own = await person(db, 'fails.code', 'admin');
    const gone = await person(db, 'fails.gone', 'orders', 1);
    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, gone.id));
    await enter('fails.code', chosen, { code: '000000' });
    await enter('fails.gone', chosen);
    for (const name of ['my-password-by-mistake', 'another'])
      await enter(name, 'x', { address: '203.0.113.9' });
    expect(await failures(String(own.id))).toMatchObject([{ account: 'fails.code', reason: '验证码错误' }]);
    expect(await failures(String(gone.id))).toMatchObject([{ reason: '账号已停用' }]);
    expect(await failures('unknown')).toEqual([
      { account: null, reason: '登录名不存在', address: '203.0.113.9', count: 1 },
    ]);
  });
});
