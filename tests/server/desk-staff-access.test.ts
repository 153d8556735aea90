/** How staff come in by a link, where they are logged in, and the administrator who stays. */

import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import type {
  StaffInvited,
  StaffInvites,
  StaffInviteWire,
  StaffSessions,
} from '#lib/contract/staff-access.ts';
import { auditLog, demoSms, staff, staffInvite, staffSession } from '#lib/server/db/schema.ts';
import { openStaffInvite } from '#lib/server/staff/invites.ts';
import { testDatabase } from '#tests/support/database.ts';
import { enter, person } from '#tests/support/desk-people.ts';
import { cookieOf, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const invite = routeOf(api.inviteStaff);
const invites = routeOf(api.staffInvites);
const revoke = routeOf(api.revokeStaffInvite);
const join = routeOf(api.joinStaff);
const sessions = routeOf(api.staffSessions);
const end = routeOf(api.endStaffSessions);
const disable = routeOf(api.deskStaffDisable);
const setRole = routeOf(api.setStaffRole);
const me = routeOf(api.deskMe);

const { db } = await testDatabase();
const house = await person(db, 'access.house', 'admin');
const boss = await person(db, 'access.boss', 'admin', 1);
const rival = await person(db, 'access.rival', 'admin', 2);
const to = (id: number) => ({ params: { id: String(id) } });
const password = 'Xiangyang-9527-yao';

const ask = (cookie: string, body: Record<string, unknown> = {}) =>
  request<StaffInvited>(invite, { body: { role: 'orders', note: '仓库小王', ...body }, cookie });
const tokenOf = ({ link }: StaffInvited) => new URL(link).searchParams.get('token') ?? '';
const enterBy = (token: string, username: string, typed = password) =>
  request<StaffWire>(join, { body: { token, username, password: typed } });

describe('an invitation', () => {
  it('lets one person in, on the inviter’s side, logged in with a password of their own', async () => {
    const made = await ask(boss.cookie, { merchant_id: 2 });
    expect(made).toMatchObject({
      code: 200,
      data: { is_sent: 0, invite: { state: 'open', role_text: '商家订单' } },
    });
    const token = tokenOf(made.data);
    expect(await openStaffInvite({ db, now: new Date() }, token)).toMatchObject({ refusal: null });
    expect(await db.$count(staffInvite, eq(staffInvite.tokenHash, token))).toBe(0);
    const both = await Promise.all([enterBy(token, 'Access.Wang'), enterBy(token, 'access.zhao')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const won = both.find(({ code }) => code === 200)!;
    expect(won.data).toMatchObject({ merchant_id: 1, role: 'orders', must_change_password: 0 });
    expect(await db.$count(staff, eq(staff.username, won.data.username))).toBe(1);
    expect(await db.select().from(staff).where(eq(staff.username, 'access.zhao'))).toHaveLength(
      won.data.username === 'access.zhao' ? 1 : 0,
    );
    const own = await request<StaffWire>(me, { cookie: cookieOf(won.headers) });
    expect(own).toMatchObject({ code: 200, data: { username: won.data.username } });
    expect(await enter(won.data.username, password)).toMatchObject({ code: 200 });
    expect(await enterBy(token, 'access.third')).toMatchObject({ code: 409, message: /已经用过了/ });
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.act, 'staff.join'));
    expect(entry).toMatchObject({
      actorId: won.data.username,
      merchantId: 1,
      after: { invitedBy: 'access.boss' },
    });
  });

  it('is refused with a sentence: name taken, weak password, revoked, ended, inviter shut out', async () => {
    const token = tokenOf((await ask(boss.cookie)).data);
    expect(await enterBy(token, 'access.house')).toMatchObject({
      code: 422,
      data: { errors: { username: [/已被使用/] } },
    });
    expect(await enterBy(token, 'x y')).toMatchObject({
      code: 422,
      data: { errors: { username: [/登录名为/] } },
    });
    expect(await enterBy(token, 'access.weak', '123456789012')).toMatchObject({
      code: 422,
      data: { errors: { password: [expect.any(String)] } },
    });
    expect(await enterBy('nothing', 'access.none')).toMatchObject({ code: 404 });
    const list = (await request<StaffInvites>(invites, { cookie: boss.cookie })).data.list;
    const { id } = list.find(({ state }) => state === 'open')!;
    const drop = (cookie: string) => request<StaffInviteWire>(revoke, { method: 'POST', cookie, ...to(id) });
    expect(await drop(rival.cookie)).toMatchObject({ code: 404 });
    for (let nth = 0; nth < 2; nth++)
      expect(await drop(boss.cookie)).toMatchObject({ code: 200, data: { state: 'revoked' } });
    expect(
      await db.$count(
        auditLog,
        and(eq(auditLog.act, 'staff.revoke'), eq(auditLog.subjectKey, `invite:${id}`)),
      ),
    ).toBe(1);
    expect(await enterBy(token, 'access.late')).toMatchObject({ code: 409, message: /已被撤销/ });
    const old = tokenOf((await ask(boss.cookie)).data);
    await db
      .update(staffInvite)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(isNull(staffInvite.usedAt));
    expect(await enterBy(old, 'access.late')).toMatchObject({ code: 409, message: /已过期/ });
    const second = await person(db, 'access.second', 'admin', 1);
    const theirs = tokenOf((await ask(second.cookie)).data);
    expect(await request(disable, { method: 'POST', cookie: boss.cookie, ...to(second.id) })).toMatchObject({
      code: 200,
    });
    expect(await enterBy(theirs, 'access.late')).toMatchObject({ code: 409, message: /已被撤销/ });
  });

  it('of the platform names a merchant, and goes by text message where a phone is given', async () => {
    const made = await ask(house.cookie, { role: 'admin', merchant_id: 2, phone: '13800000777' });
    expect(made).toMatchObject({ code: 200, data: { is_sent: 1 } });
    const [sent] = await db.select().from(demoSms).where(eq(demoSms.phone, '13800000777'));
    expect(sent?.body).toContain(made.data.link);
    expect(await ask(house.cookie, { role: 'orders' })).toMatchObject({
      code: 422,
      data: { errors: { role: [/平台员工的角色/] } },
    });
    expect(await ask(house.cookie, { merchant_id: 999_999 })).toMatchObject({ code: 404 });
    const seen = (await request<StaffInvites>(invites, { cookie: rival.cookie })).data.list;
    expect(seen.map(({ side }) => side)).toEqual([made.data.invite.side]);
    const clerk = await person(db, 'access.clerk', 'orders', 1);
    expect(await ask(clerk.cookie)).toMatchObject({ code: 403 });
    expect(await ask('')).toMatchObject({ code: 404 });
  });
});

describe('sessions', () => {
  it('are seen and ended by the administrators of the side, the caller’s own stays', async () => {
    const clerk = await person(db, 'access.packer', 'orders', 1);
    const read = (cookie: string, id: number) => request<StaffSessions>(sessions, { cookie, ...to(id) });
    const seen = await read(boss.cookie, clerk.id);
    expect(seen).toMatchObject({ code: 200, data: { list: [{ address: '198.51.100.1', is_current: 0 }] } });
    expect(await read(rival.cookie, clerk.id)).toMatchObject({ code: 404 });
    const [row] = await db.select().from(staffSession).where(eq(staffSession.staffId, clerk.id));
    expect(JSON.stringify(seen.data)).not.toContain(row!.tokenHash);
    const stop = (cookie: string, id: number, key = '') =>
      request<StaffSessions>(end, { body: { key }, cookie, ...to(id) });
    expect(await stop(rival.cookie, clerk.id)).toMatchObject({ code: 404 });
    expect((await stop(boss.cookie, clerk.id, 'another')).data.list).toHaveLength(1);
    expect((await stop(boss.cookie, clerk.id, seen.data.list[0]!.key)).data.list).toEqual([]);
    expect(await request(me, { cookie: clerk.cookie })).toMatchObject({ code: 404 });
    expect((await stop(boss.cookie, boss.id)).data.list).toMatchObject([{ is_current: 1 }]);
    expect(await request(me, { cookie: boss.cookie })).toMatchObject({ code: 200 });
    expect(
      await db.$count(
        auditLog,
        and(eq(auditLog.act, 'staff.end_sessions'), eq(auditLog.subjectKey, String(clerk.id))),
      ),
    ).toBe(1);
  });
});

describe('the last administrator', () => {
  it('stays, also where two shut each other out at once', async () => {
    const one = await person(db, 'access.one', 'admin', 3);
    const two = await person(db, 'access.two', 'admin', 3);
    const out = (by: { cookie: string }, whom: { id: number }) =>
      request(disable, { method: 'POST', cookie: by.cookie, ...to(whom.id) });
    const both = await Promise.all([out(one, two), out(two, one)]);
    // The slower one is refused, or logged out already.
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await db.$count(staff, and(eq(staff.merchantId, 3), isNull(staff.disabledAt)))).toBe(1);
    const [left] = await db
      .select()
      .from(staff)
      .where(and(eq(staff.merchantId, 3), isNull(staff.disabledAt)));
    expect(await out(house, left!)).toMatchObject({ code: 409, message: /最后一位管理员，请先新增另一位/ });
    const demoted = await request(setRole, {
      body: { role: 'orders', from: 'admin' },
      cookie: house.cookie,
      ...to(left!.id),
    });
    expect(demoted).toMatchObject({ code: 409, message: /最后一位管理员/ });
  });
});
