/** Authenticators at the desks: enrolled once, asked for at every login, each code good for one. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { TotpSecret } from '#lib/contract/staff.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { seal, unseal } from '#lib/server/core/process/seal.ts';
import { findTotpStep, totpCode, totpStep } from '#lib/server/core/sessions/totp.ts';
import { auditLog, rateLimit, staff, staffSession } from '#lib/server/db/schema.ts';
import { addStaff, getStaffByName, resetStaffPassword } from '#lib/server/staff/people.ts';
import { resetTotp } from '#lib/server/staff/totp.ts';
import { testDatabase } from '#tests/support/database.ts';
import { byCommand, change, chosen, enrol, enter, freshCode, person } from '#tests/support/desk-people.ts';
import { cookieOf, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { codeNow, secretOf } from '#tests/support/totp.ts';

const getMe = routeOf(api.deskMe);
const list = routeOf(api.deskStaff);
const begin = routeOf(api.beginTotp);
const confirm = routeOf(api.confirmTotp);

const { db, url } = await testDatabase();
const run = promisify(execFile);
const rowOf = async (id: number) => (await db.select().from(staff).where(eq(staff.id, id)))[0];
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted();

afterEach(() => db.delete(rateLimit));

const resetByName = async (name: string) =>
  resetStaffPassword(byCommand(db), { id: (await getStaffByName(byCommand(db), name)).id });
const totpByName = async (name: string) =>
  resetTotp(byCommand(db), { id: (await getStaffByName(byCommand(db), name)).id, reason: '手机丢失' });

describe('a code', () => {
  const secret = '12345678901234567890';
  const at = (seconds: number) => new Date(seconds * 1000);

  it('is that of RFC 6238, in six digits', async () => {
    // Appendix B, whose codes have eight.
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const)
      expect(await totpCode(secret, totpStep(at(seconds)))).toBe(code);
  });

  it('is known one step early and late, not two', async () => {
    const step = 50_000_000;
    const now = at(step * 30 + 15);
    for (const [away, found] of [
      [-2, null],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, null],
    ] as const)
      expect(await findTotpStep(secret, await totpCode(secret, step + away), now)).toBe(found);
    for (const none of ['', '1', '0000000', 'abcdef'])
      expect(await findTotpStep(secret, none, now)).toBeNull();
  });
});

describe('enrolling', () => {
  it('shows a secret and ten codes once, keeps it sealed and them as hashes', async () => {
    const { id, cookie } = await person(db, 'enrolled', 'admin', 1);
    const made = { id, ...(await enrol(cookie)) };
    expect(made.recoveryCodes).toHaveLength(10);
    expect(new Set(made.recoveryCodes).size).toBe(10);
    const row = JSON.stringify(await rowOf(made.id));
    expect(row).not.toContain(made.secret);
    for (const code of made.recoveryCodes) expect(row).not.toContain(code.slice(0, 5));
    expect(await request(begin, { method: 'POST', cookie: made.cookie })).toMatchObject({ code: 409 });
    expect(await request(confirm, { body: { code: '123456' }, cookie: made.cookie })).toMatchObject({
      code: 409,
    });
  });

  it('takes the right code of the last secret that was shown', async () => {
    const { username, password } = await addStaff(byCommand(db), {
      username: 'begun',
      role: 'admin',
      merchantId: null,
    });
    const first = cookieOf((await enter(username, password)).headers);
    const cookie = cookieOf((await change(first, password, chosen)).headers);
    expect(await request(confirm, { body: { code: '123456' }, cookie })).toMatchObject({ code: 422 });
    const old = await request<TotpSecret>(begin, { method: 'POST', cookie });
    const begun = await request<TotpSecret>(begin, { method: 'POST', cookie });
    const secret = secretOf(begun.data.secret);
    expect(begun.data.url).toContain(`secret=${begun.data.secret.replaceAll(' ', '')}`);
    expect(begun.data.qr.size).toBeGreaterThan(20);
    const stale = await codeNow(secretOf(old.data.secret));
    expect(await request(confirm, { body: { code: stale }, cookie })).toMatchObject({ code: 422 });
    // Not yet asked for: whoever gives up half way can still log in.
    expect(await enter(username, chosen)).toMatchObject({
      code: 200,
      data: { must_enrol: 1, is_enrolled: 0 },
    });
    const both = await Promise.all(
      [1, 2].map(async () => request(confirm, { body: { code: await codeNow(secret) }, cookie })),
    );
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
    const sessions = await db
      .select()
      .from(staffSession)
      .innerJoin(staff, eq(staff.id, staffSession.staffId));
    // That of the login in between has ended: it was opened without a code.
    expect(sessions.filter(({ staff: { username: name } }) => name === username)).toHaveLength(1);
  });

  it('is for a merchant’s people to choose', async () => {
    const own = await person(db, 'chooses', 'admin', 1);
    expect(await request(list, { cookie: own.cookie })).toMatchObject({ code: 200 });
    const enrolled = await enrol(own.cookie);
    expect(await request(list, { cookie: enrolled.cookie })).toMatchObject({ code: 200 });
    // The code that enrolled opens nothing any more.
    const [row] = await db.select().from(staff).where(eq(staff.id, own.id));
    const used = await totpCode(enrolled.secret, row?.totpStep ?? 0);
    expect(await enter('chooses', chosen, { code: used })).toMatchObject({ code: 422 });
    expect(await enter('chooses', chosen)).toMatchObject({ code: 422, data: { errors: { code: [/6位/] } } });
  });
});

describe('a login', () => {
  it('takes a code once, and none from before it', async () => {
    const made = await person(db, 'once', 'admin');
    const code = await freshCode(db, made);
    expect(await enter('once', chosen, { code })).toMatchObject({ code: 200, data: { is_enrolled: 1 } });
    expect(await enter('once', chosen, { code })).toMatchObject({
      code: 422,
      data: { errors: { code: ['验证码错误或已使用过，请等身份验证器换下一个'] } },
    });
    const earlier = await totpCode(made.secret, totpStep(new Date()) - 1);
    expect(await enter('once', chosen, { code: earlier })).toMatchObject({ code: 422 });
  });

  it('with one code at many places at once is one', async () => {
    const made = await person(db, 'raced', 'admin');
    const code = await freshCode(db, made);
    const before = await db.$count(staffSession, eq(staffSession.staffId, made.id));
    const answers = await Promise.all(
      [0, 1, 2, 3].map((nth) => enter('raced', chosen, { code, address: `203.0.113.${nth}` })),
    );
    expect(codes(answers)).toEqual([200, 422, 422, 422]);
    expect(await db.$count(staffSession, eq(staffSession.staffId, made.id))).toBe(before + 1);
  });

  it('takes a recovery code instead, however it is typed, each once', async () => {
    const { recoveryCodes } = await person(db, 'recovers', 'admin');
    const [first = '', second = ''] = recoveryCodes;
    expect(await enter('recovers', chosen, { code: first })).toMatchObject({ code: 200 });
    expect(await enter('recovers', chosen, { code: first })).toMatchObject({ code: 422 });
    const typed = ` ${second.toLowerCase().replace('-', ' ')} `;
    const answers = await Promise.all([1, 2].map(() => enter('recovers', chosen, { code: typed })));
    expect(codes(answers)).toEqual([200, 422]);
    expect(await enter('recovers', chosen, { code: 'AAAAA-AAAAA' })).toMatchObject({ code: 422 });
  });

  it('counts wrong codes like wrong passwords, and tells nothing of them before the password is right', async () => {
    const made = await person(db, 'guessed', 'admin');
    const wrong = await enter('guessed', 'wrong', { code: await freshCode(db, made) });
    expect(wrong).toMatchObject({ code: 422, data: { errors: { password: ['用户名或密码错误'] } } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        enter('guessed', chosen, { code: '000000', address: `203.0.113.${nth}` }),
      ),
    );
    expect(codes(answers)).toEqual([...Array(4).fill(422), ...Array(6).fill(429)]);
    expect(await enter('guessed', chosen, { code: await freshCode(db, made) })).toMatchObject({ code: 429 });
  });

  it('asks for the code also with a password that was handed out again', async () => {
    const made = await person(db, 'again', 'admin');
    const { password } = await resetByName('again');
    expect(await enter('again', password)).toMatchObject({ code: 422 });
    const answer = await enter('again', password, { code: await freshCode(db, made) });
    expect(answer).toMatchObject({ code: 200, data: { must_change_password: 1, must_enrol: 0 } });
  });

  it('of a disabled person ends with a sentence, and so does one whose secret cannot be opened', async () => {
    const made = await person(db, 'sealed', 'admin');
    await db
      .update(staff)
      .set({ totpSecret: seal('staff totp', 'staff:0', made.secret) })
      .where(eq(staff.id, made.id));
    expect(await enter('sealed', chosen, { code: await codeNow(made.secret) })).toMatchObject({
      code: 403,
      message: '身份验证器已失效，请联系管理员重置',
    });
    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, made.id));
    expect(await enter('sealed', chosen, { code: 'x' })).toMatchObject({ code: 403, message: /已停用/ });
  });
});

describe('taking it away', () => {
  it('ends the sessions, is written down, and another one is enrolled', async () => {
    const made = await person(db, 'lost', 'admin');
    const command = (...args: string[]) =>
      run(process.execPath, ['scripts/staff.ts', ...args], {
        env: { ...process.env, DATABASE_URL: url, DEMO: '1' },
      }).then(({ stdout }) => stdout.trim());
    expect(await command('reset-totp', 'Lost', '--as', '何一')).toBe('员工“lost”的身份验证器已解除');
    expect(await request(getMe, { cookie: made.cookie })).toMatchObject({ code: 404 });
    expect(await rowOf(made.id)).toMatchObject({ totpSecret: null, totpStep: null, recoveryCodes: [] });
    const acts = await db
      .select({ act: auditLog.act, actorId: auditLog.actorId })
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'staff'), eq(auditLog.subjectKey, String(made.id))));
    expect(acts).toContainEqual({ act: 'staff.reset_totp', actorId: '何一' });
    const back = await enter('lost', chosen);
    expect(back).toMatchObject({ code: 200, data: { must_enrol: 1 } });
    await enrol(cookieOf(back.headers));
    await expect(totpByName('nobody')).rejects.toMatchObject({ code: 404 });
  });

  it('refuses for who has none', async () => {
    await person(db, 'plain', 'admin', 1);
    await expect(totpByName('plain')).rejects.toMatchObject({ code: 409 });
  });
});

it('what is sealed opens for its row, its purpose and its key alone', () => {
  const sealed = seal('a', 'row 1', '密码');
  expect(unseal('a', 'row 1', sealed)).toBe('密码');
  expect(unseal('b', 'row 1', sealed)).toBeNull();
  expect(unseal('a', 'row 2', sealed)).toBeNull();
  for (const broken of ['', 'x', sealed.slice(1), `${sealed.slice(0, -2)}AA`])
    expect(unseal('a', 'row 1', broken)).toBeNull();
  completeEnv({ AUTH_SECRET: 'another secret for tests, thirty-two' });
  expect(unseal('a', 'row 1', sealed)).toBeNull();
  completeEnv({ AUTH_SECRET: 'a secret for tests, thirty-two characters' });
});
