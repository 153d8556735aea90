/** The page of staff: let in, given a role, shut out, each side by its own administrators. */

import { and, desc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { staffList } from '#lib/contract/desk/lists/staff.ts';
import type { StaffPasswordWire, StaffWire } from '#lib/contract/staff.ts';
import { auditLog, rateLimit, staff, staffSession, waitingAct } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { chosen, enter, person } from '#tests/support/desk-people.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const reportExport = routeOf(api.reportExport);
const disable = routeOf(api.deskStaffDisable);
const enable = routeOf(api.deskStaffEnable);
const reset = routeOf(api.resetStaffPassword);
const setRole = routeOf(api.setStaffRole);
const resetTotp = routeOf(api.resetStaffTotp);
const pass = routeOf(api.deskActsPass);
const add = routeOf(api.addStaff);
const list = routeOf(api.deskStaff);

const { db } = await testDatabase();
afterEach(() => db.delete(rateLimit));
const counterpart = await person(db, 'staff.house', 'admin');
const boss = await person(db, 'staff.boss', 'admin', 1);
const rival = await person(db, 'staff.rival', 'admin', 2);

const lost = { reason: '手机丢失，电话核对过本人' };
const to = (id: number) => ({ params: { id: String(id) } });
const lastAct = async (id: number) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'staff'), eq(auditLog.subjectKey, String(id))))
      .orderBy(desc(auditLog.id))
      .limit(1)
  )[0];

describe('a merchant’s administrator', () => {
  it('lets a packer in, whose password has to be changed, and shuts out one who left', async () => {
    const made = await request<StaffPasswordWire>(add, {
      body: { username: 'New.Packer', role: 'orders', merchant_id: 2 },
      cookie: boss.cookie,
    });
    // Whatever merchant is named, it is their own.
    expect(made).toMatchObject({
      code: 200,
      data: { staff: { username: 'new.packer', role: 'orders', merchant_id: 1, must_change_password: 1 } },
    });
    const { id } = made.data.staff;
    expect(await enter('new.packer', made.data.password)).toMatchObject({
      code: 200,
      data: { must_change_password: 1 },
    });
    expect(
      await request(add, { body: { username: 'new.packer', role: 'orders' }, cookie: boss.cookie }),
    ).toMatchObject({ code: 409 });
    expect(
      await request(add, { body: { username: 'wrong', role: 'review' }, cookie: boss.cookie }),
    ).toMatchObject({ code: 422, data: { errors: { role: [expect.stringContaining('商家员工的角色')] } } });

    const gone = await request(disable, { method: 'POST', cookie: boss.cookie, ...to(id) });
    expect(gone).toMatchObject({ code: 200, data: { row: { is_disabled: 1 } } });
    expect(await db.$count(staffSession, eq(staffSession.staffId, id))).toBe(0);
    expect(await enter('new.packer', made.data.password)).toMatchObject({ code: 403 });
    for (let nth = 0; nth < 2; nth++)
      expect(await request(enable, { method: 'POST', cookie: boss.cookie, ...to(id) })).toMatchObject({
        code: 200,
        data: { row: { is_disabled: 0 } },
      });
    expect(await lastAct(id)).toMatchObject({ act: 'staff.enable', merchantId: 1, actorId: 'staff.boss' });
  });

  it('sees and changes their own side alone, and never themselves', async () => {
    const { data } = await request<ListAnswer<RowOf<typeof staffList>>>(list, { cookie: boss.cookie });
    expect(new Set(data.rows.map(({ merchant_id: id }) => id))).toEqual(new Set([1]));
    for (const target of [counterpart, rival]) {
      for (const [handler, body] of [
        [disable, {}],
        [enable, {}],
        [reset, {}],
        [setRole, { role: 'orders', from: 'admin' }],
      ] as const)
        expect
          .soft(await request(handler, { body, cookie: boss.cookie, ...to(target.id) }))
          .toMatchObject({ code: 404, message: '没有这个员工账号' });
    }
    const own = await request(setRole, {
      body: { role: 'orders', from: 'admin' },
      cookie: boss.cookie,
      ...to(boss.id),
    });
    expect(own).toMatchObject({ code: 409, message: '不能变更自己的账号，请由其他管理员操作' });
    // Authenticators are the platform's to take away.
    expect(await request(resetTotp, { body: lost, cookie: boss.cookie, ...to(boss.id) })).toMatchObject({
      code: 404,
    });
  });
});

describe('a file of a list', () => {
  it('is in the audit log with who, which list, how many rows and what was searched for', async () => {
    const body = { list: '企业', rows: 120, filter: '?q=药房' };
    expect(await request(reportExport, { body, cookie: boss.cookie })).toMatchObject({ code: 200 });
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.act, 'list.export'));
    expect(entry).toMatchObject({
      actorId: 'staff.boss',
      merchantId: 1,
      subjectKey: '企业',
      after: { rows: 120, filter: '?q=药房' },
    });
    expect(await request(reportExport, { body: { ...body, rows: -1 }, cookie: boss.cookie })).toMatchObject({
      code: 422,
    });
    expect(await request(reportExport, { body })).toMatchObject({ code: 404 });
  });
});

describe('an act on an account', () => {
  it('gives another role once, from the one that was read, and ends the sessions', async () => {
    const clerk = await person(db, 'staff.clerk', 'orders', 1);
    const send = (role: string) =>
      request<StaffWire>(setRole, { body: { role, from: 'orders' }, cookie: boss.cookie, ...to(clerk.id) });
    const both = await Promise.all([send('goods'), send('service')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const now = both.find(({ code }) => code === 200)?.data.role ?? '';
    expect(await send(now)).toMatchObject({ code: 200, data: { role: now } });
    expect(await db.$count(staffSession, eq(staffSession.staffId, clerk.id))).toBe(0);
    expect(
      await db.$count(
        auditLog,
        and(eq(auditLog.act, 'staff.role'), eq(auditLog.subjectKey, String(clerk.id))),
      ),
    ).toBe(1);
  });

  it('hands out another password, and two of the platform take an authenticator away', async () => {
    const clerk = await person(db, 'staff.lost', 'review');
    const made = await request<StaffPasswordWire>(reset, {
      method: 'POST',
      cookie: counterpart.cookie,
      ...to(clerk.id),
    });
    expect(made).toMatchObject({ code: 200, data: { staff: { must_change_password: 1 } } });
    expect(await enter('staff.lost', chosen)).toMatchObject({ code: 422 });
    const second = await person(db, 'staff.second', 'admin');
    const asked = await request(resetTotp, { body: lost, cookie: counterpart.cookie, ...to(clerk.id) });
    expect(asked).toMatchObject({ code: 200, data: { waits: 1, staff: { is_enrolled: 1 } } });
    expect(await request(resetTotp, { body: lost, cookie: second.cookie, ...to(clerk.id) })).toMatchObject({
      code: 409,
      message: /已有一条解除员工的身份验证器/,
    });
    const [act] = await db
      .select()
      .from(waitingAct)
      .where(eq(waitingAct.subject, String(clerk.id)));
    const decide = (cookie: string) => request(pass, { method: 'POST', cookie, ...to(act!.id) });
    expect(await decide(counterpart.cookie)).toMatchObject({ code: 403 });
    expect(
      (await Promise.all([decide(second.cookie), decide(second.cookie)])).map(({ code }) => code),
    ).toEqual([200, 200]);
    expect(await lastAct(clerk.id)).toMatchObject({ act: 'staff.reset_totp', actorId: 'staff.second' });
    expect(await enter('staff.lost', made.data.password)).toMatchObject({ code: 200 });
  });

  it('that lets somebody in wants a newer proof; shutting out does not wait for one', async () => {
    const clerk = await person(db, 'staff.late', 'orders', 2);
    const past = new Date(Date.now() - 11 * 60_000);
    await db.update(staffSession).set({ provedAt: past }).where(eq(staffSession.staffId, rival.id));
    const asked = await request(add, {
      body: { username: 'late.one', role: 'orders' },
      cookie: rival.cookie,
    });
    expect(asked).toMatchObject({ code: 403, data: { need: 'proof' } });
    expect(await db.$count(staff, eq(staff.username, 'late.one'))).toBe(0);
    expect(await request(disable, { method: 'POST', cookie: rival.cookie, ...to(clerk.id) })).toMatchObject({
      code: 200,
    });
  });
});
