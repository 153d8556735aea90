/** Logins of the desks: staff log in apart from buyers, see their own side only, and every act is written down. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';
import { get } from '#lib/contract/call.ts';
import type { ActDone, ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { staffList } from '#lib/contract/desk/lists/staff.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import { merchantRoles, platformRoles, type staffRoles } from '#lib/rules/companies/staff.ts';
import { endpoint } from '#lib/server/core/calls/endpoint.ts';
import { auditLog, rateLimit, staff, staffSession } from '#lib/server/db/schema.ts';
import { addStaff, getStaffByName, resetStaffPassword } from '#lib/server/staff/people.ts';
import { testDatabase } from '#tests/support/database.ts';
import { byCommand, change, chosen, enrol, enter, person as makePerson } from '#tests/support/desk-people.ts';
import { type Answer, cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const cartTotal = routeOf(api.cartTotal);
const logOut = routeOf(api.deskLogout);
const getMe = routeOf(api.deskMe);
const disable = routeOf(api.deskStaffDisable);
const list = routeOf(api.deskStaff);

const { db, url } = await testDatabase();
const run = promisify(execFile);
const command = byCommand(db);
const resetByName = async (name: string) =>
  resetStaffPassword(command, { id: (await getStaffByName(command, name)).id });
const notThere = { code: 404, message: '接口不存在' };

/** A person for whom the desk is open, logged in. */
const person = (username: string, role: (typeof staffRoles)[number], merchantId: number | null = null) =>
  makePerson(db, username, role, merchantId);

const actsOn = async (id: number) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'staff'), eq(auditLog.subjectKey, String(id))))
      .orderBy(auditLog.id)
  ).map(
    ({ act, actor, actorId, requestId }) =>
      `${act} ${actor} ${actorId} ${requestId.replace(/^test .*/, 'test')}`,
  );

const codes = (answers: Answer[]) => answers.map(({ code }) => code).toSorted();

afterEach(() => db.delete(rateLimit));

describe('logging in at a desk', () => {
  it('waits for a password of one’s own, then opens it; each step is in the audit log', async () => {
    const { id, password } = await addStaff(command, {
      username: 'Review.1',
      role: 'review',
      merchantId: null,
    });
    const first = await enter('review.1', password);
    expect(first).toMatchObject({
      code: 200,
      data: { username: 'review.1', role: 'review', role_text: '质管', must_change_password: 1 },
    });
    expect(first.headers.getSetCookie()[0]).toMatch(/^yp_desk=[\w-]{43}; .*HttpOnly; SameSite=Strict/);
    const cookie = cookieOf(first.headers);
    expect(await request(getMe, { cookie })).toMatchObject({ code: 200, data: { merchant_id: null } });
    expect(await request(list, { cookie })).toMatchObject({ code: 403, message: '请先修改初始密码' });

    const short = await change(cookie, password, 'short');
    expect(short).toMatchObject({ code: 422, data: { errors: { new_password: ['新密码至少12个字'] } } });
    expect(await change(cookie, 'not it', chosen)).toMatchObject({ code: 422, message: '原密码错误' });
    expect(await change(cookie, password, password)).toMatchObject({ code: 422 });
    for (const weak of ['123456789012', 'aaaaaaaaaaaa', 'password1234', 'review.1review.1', 'yaopiwang123'])
      expect.soft(await change(cookie, password, weak), weak).toMatchObject({
        code: 422,
        data: { errors: { new_password: ['这个密码太容易被猜到，请换一个，例如用几个不相干的词'] } },
      });
    const changed = await change(cookie, password, chosen);
    expect(changed).toMatchObject({ code: 200, data: { must_change_password: 0, must_enrol: 1 } });
    // The session of before has ended with the password.
    expect(await request(getMe, { cookie })).toMatchObject(notThere);
    const unenrolled = cookieOf(changed.headers);
    expect(await request(list, { cookie: unenrolled })).toMatchObject({
      code: 403,
      message: '请先绑定身份验证器',
    });
    const { cookie: own } = await enrol(unenrolled);
    expect(await request(getMe, { cookie: unenrolled })).toMatchObject(notThere);
    expect(await request(getMe, { cookie: own })).toMatchObject({ code: 200, data: { must_enrol: 0 } });
    expect(await enter('review.1', password)).toMatchObject({ code: 422 });

    expect(await request(logOut, { method: 'POST', cookie: own })).toMatchObject({ code: 200 });
    expect(await request(getMe, { cookie: own })).toMatchObject(notThere);
    expect(await actsOn(id)).toEqual([
      'staff.add platform 何一 run',
      'staff.login platform review.1 test',
      // The old password was wrong once.
      'staff.login_failed system login test',
      'staff.password platform review.1 test',
      'staff.enrol platform review.1 test',
      'staff.login_failed system login test',
      'staff.logout platform review.1 test',
    ]);
  });

  it('does not tell a wrong name from a wrong password, and counts both', async () => {
    await person('counted', 'service');
    for (const name of ['counted', 'nobody.here']) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, nth) => enter(name, 'wrong', { address: `203.0.113.${nth}` })),
      );
      expect(codes(answers)).toEqual([...Array(5).fill(422), ...Array(7).fill(429)]);
      expect(answers.find(({ code }) => code === 422)?.message).toBe('用户名或密码错误');
    }
    // The right one does not help any more.
    expect(await enter('counted', chosen)).toMatchObject({ code: 429 });
  });

  it('is open to a device that has been here, whoever uses up the guesses', async () => {
    await person('known', 'goods', 1);
    const cookie = cookieOf((await enter('known', chosen)).headers);
    for (let nth = 0; nth < 6; nth++) await enter('known', 'wrong', { address: `203.0.113.${nth}` });
    expect(await enter('known', chosen)).toMatchObject({ code: 429 });
    expect(await enter('known', chosen, { cookie })).toMatchObject({ code: 200 });
  });

  it('asks for a name and a password', async () => {
    expect(await enter('', '')).toMatchObject({ code: 422 });
    expect(await enter('a', 'x'.repeat(129))).toMatchObject({
      code: 422,
    });
  });
});

describe('a desk', () => {
  it('is not there for visitors and buyers, and the shop is not for staff', async () => {
    const { id, cookie } = await person('apart', 'admin');
    const buyer = await loginAs('demo');
    for (const asked of ['', buyer, `yp_desk=${'a'.repeat(43)}`, `yp_desk=${buyer}`]) {
      expect(await request(getMe, { cookie: asked })).toMatchObject(notThere);
      expect(await request(list, { cookie: asked })).toMatchObject(notThere);
      const write = { method: 'POST', cookie: asked, params: { id: String(id) } };
      expect(await request(disable, write)).toMatchObject(notThere);
      expect(await request(logOut, write)).toMatchObject(notThere);
    }
    expect(await request(cartTotal, { cookie })).toMatchObject({ code: 401 });
    expect(await request(cartTotal, { cookie: buyer })).toMatchObject({ code: 200 });
  });

  it('is of one side: a call of the platform’s is not there for a merchant’s people', async () => {
    const counterpart = await person('house', 'admin');
    const shop = await person('shop', 'admin', 1);
    for (const [who, may] of [
      ['platform', counterpart],
      ['merchant', shop],
    ] as const) {
      const call = get('/api/x', { who, input: z.object({}), output: z.string() });
      const handler = endpoint(call, async ({ actor }) => actor.kind);
      expect(await request(handler, { cookie: may.cookie })).toMatchObject({ code: 200, data: who });
      const other = may === counterpart ? shop : counterpart;
      expect(await request(handler, { cookie: other.cookie })).toMatchObject(notThere);
    }
  });

  it('asks the role for its permission', async () => {
    const sides = { platform: platformRoles, merchant: merchantRoles };
    for (const [side, roles] of Object.entries(sides))
      for (const role of roles) {
        const merchantId = side === 'merchant' ? 2 : null;
        const { cookie } = await person(`${side}.${role}`, role, merchantId);
        const answer = await request(list, { cookie });
        expect.soft(answer.code, `${side} ${role}`).toBe(role === 'admin' ? 200 : 403);
        if (role !== 'admin') expect(answer.message).toMatch(/^您的角色为.+，不能管理员工账号/);
      }
  });

  it('shows a merchant its own people and disables none of another’s', async () => {
    const boss = await person('boss3', 'admin', 3);
    const clerk = await person('clerk3', 'orders', 3);
    const other = await person('clerk4', 'orders', 4);
    const counterpart = await person('house3', 'admin');
    const seen = await request<ListAnswer<RowOf<typeof staffList>>>(list, { cookie: boss.cookie });
    expect(seen.data.rows.map(({ username }) => username)).toEqual(['boss3', 'clerk3']);
    const all = await request<ListAnswer<RowOf<typeof staffList>>>(list, { cookie: counterpart.cookie });
    expect(all.data.rows.map(({ username }) => username)).toEqual(
      expect.arrayContaining(['clerk3', 'clerk4']),
    );

    const end = (id: number, cookie: string) =>
      request<ActDone<StaffWire>>(disable, { method: 'POST', cookie, params: { id: String(id) } });
    for (const id of [other.id, counterpart.id, 99_999_999])
      expect(await end(id, boss.cookie)).toMatchObject({ code: 404, message: '没有这个员工账号' });
    expect(await end(boss.id, boss.cookie)).toMatchObject({ code: 409 });
    expect(await request(getMe, { cookie: clerk.cookie })).toMatchObject({ code: 200 });
    // Many at once: one does it, all hear that it is done.
    const ended = await Promise.all(Array.from({ length: 6 }, () => end(clerk.id, boss.cookie)));
    expect(ended.map(({ data }) => data.row?.is_disabled)).toEqual(Array(6).fill(1));
    expect((await actsOn(clerk.id)).filter((act) => act.startsWith('staff.disable'))).toEqual([
      'staff.disable merchant boss3 test',
    ]);
    expect(await request(getMe, { cookie: clerk.cookie })).toMatchObject(notThere);
    expect(await enter('clerk3', chosen)).toMatchObject({ code: 403, message: /已停用/ });
    expect(await end(other.id, counterpart.cookie)).toMatchObject({ code: 200 });
  });
});

describe('a session at a desk', () => {
  it('is its own, whatever cookie came along: one that somebody laid there opens nothing', async () => {
    const { id } = await person('fixed', 'service', 1);
    const strangers = await person('stranger', 'service', 2);
    const laid = `yp_desk=${'a'.repeat(43)}`;
    for (const cookie of [laid, strangers.cookie]) {
      const made = cookieOf((await enter('fixed', chosen, { cookie })).headers);
      const token = (text: string) => /yp_desk=([\w-]{43})/.exec(text)?.[1];
      expect(token(made)).toBeTruthy();
      expect(token(made)).not.toBe(token(cookie));
      expect(await request(getMe, { cookie: made })).toMatchObject({
        code: 200,
        data: { username: 'fixed' },
      });
    }
    expect(await request(getMe, { cookie: laid })).toMatchObject(notThere);
    expect(await request(getMe, { cookie: strangers.cookie })).toMatchObject({
      code: 200,
      data: { username: 'stranger' },
    });
    // One from the set-up, and one of each login.
    expect(await db.$count(staffSession, eq(staffSession.staffId, id))).toBe(3);
  });

  it('ends with its time, with the role, and is kept as a hash', async () => {
    const { id, cookie } = await person('timed', 'finance', 1);
    const [row] = await db.select().from(staffSession).where(eq(staffSession.staffId, id));
    expect(cookie).not.toContain(row!.tokenHash);
    await db.update(staffSession).set({ expiresAt: new Date() }).where(eq(staffSession.staffId, id));
    expect(await request(getMe, { cookie })).toMatchObject(notThere);
    const again = cookieOf((await enter('timed', chosen)).headers);
    expect(await request(getMe, { cookie: again })).toMatchObject({ code: 200 });
    await db.update(staff).set({ role: 'service' }).where(eq(staff.id, id));
    expect(await request(getMe, { cookie: again })).toMatchObject(notThere);
  });

  it('does not outlive a password that is handed out while people log in', async () => {
    const { id } = await person('raced', 'service', 1);
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 5 }, (_, nth) => enter('raced', chosen, { address: `203.0.113.${nth}` })),
      ),
      resetByName('raced'),
    ]);
    for (const { code } of answers) expect([200, 422, 429]).toContain(code);
    expect(await db.$count(staffSession, eq(staffSession.staffId, id))).toBe(0);
    expect(await enter('raced', chosen)).not.toMatchObject({ code: 200 });
  });
});

describe('the command', () => {
  const command = (...args: string[]) =>
    run(process.execPath, ['scripts/staff.ts', ...args], {
      env: { ...process.env, DATABASE_URL: url, DEMO: '1' },
    }).then(
      ({ stdout }) => stdout.trim(),
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr.trim()}`,
    );

  it('adds, disables, and says in words what it refuses', { timeout: 120_000 }, async () => {
    const added = await command('add', 'by.command', '--role', 'goods', '--merchant', '5', '--as', '何一');
    const password = /^员工“by.command”（编号\d+）已新增，初始密码：([\w-]{20})$/.exec(added)?.[1] ?? '';
    expect(await enter('by.command', password)).toMatchObject({ code: 200 });
    const [disabled, refused] = await Promise.all([
      command('disable', 'by.command'),
      command('add', 'other', '--role', 'boss'),
    ]);
    expect(disabled).toBe('员工“by.command”已停用');
    expect(refused).toMatch(/^1 平台员工的角色须为admin、review、/);
    expect(await enter('by.command', password)).toMatchObject({ code: 403 });
    const { id } = (await db.select().from(staff).where(eq(staff.username, 'by.command')))[0]!;
    expect((await actsOn(id))[0]).toMatch(/^staff.add platform 何一 [\w-]{36}$/);
  });
});

describe('adding staff', () => {
  it('refuses what is none, and a name twice, also at once', async () => {
    const add = (username: string, role: string, merchantId: number | null) =>
      addStaff(command, { username, role, merchantId }).then(
        () => 200,
        (error: { code: number }) => error.code,
      );
    expect(await add('x', 'admin', null)).toBe(422);
    expect(await add('with space', 'admin', null)).toBe(422);
    expect(await add('wrong.role', 'orders', null)).toBe(422);
    expect(await add('wrong.role', 'review', 1)).toBe(422);
    expect(await add('wrong.role', 'constructor', 1)).toBe(422);
    expect(await add('no.merchant', 'admin', 99_999_999)).toBe(404);
    const at = await Promise.all(Array.from({ length: 4 }, () => add('Twice', 'admin', null)));
    expect(at.toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('hands out another password, not to a disabled person', async () => {
    await person('forgot', 'admin', 1);
    const { password } = await resetByName('Forgot');
    expect(await enter('forgot', password)).toMatchObject({ code: 200, data: { must_change_password: 1 } });
    await expect(resetByName('no.such')).rejects.toMatchObject({ code: 404 });
    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.username, 'forgot'));
    await expect(resetByName('forgot')).rejects.toMatchObject({ code: 409 });
  });
});
