/** Colleagues: invited once, with roles and limits, disabled at once; never without an owner, never of another company. */

import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Invited, MemberList, MemberWire } from '#lib/contract/members.ts';
import { acceptInput, inviteInput } from '#lib/contract/members.ts';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import {
  agreementAcceptance,
  auditLog,
  company,
  member,
  memberInvite,
  memberStore,
  phoneCode,
  rateLimit,
  user,
} from '#lib/server/db/schema.ts';
import { acceptInvite, inviteMember, openInvite, revokeInvite } from '#lib/server/members/invite.ts';
import { changeMember, disableMember, enableMember, listColleagues } from '#lib/server/members/members.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeBuyers, contextOf as ofAccount } from '#tests/support/orders.ts';
import { cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { codeOf, messagesTo } from '#tests/support/sms.ts';

const accept = routeOf(api.acceptInvite);
const askCode = routeOf(api.inviteCode);
const disable = routeOf(api.disableMember);
const members = routeOf(api.members);
const invite = routeOf(api.inviteMember);
const orders = routeOf(api.orders);

const { db } = await testDatabase();
const password = '长江边的灯塔-7921';
const owner = await contextOf(db, 'demo');
const tokenOf = ({ link }: { link: string }) =>
  new URL(link, 'http://shop.test').searchParams.get('token') ?? '';
const invited = (more: Record<string, unknown> = {}) =>
  inviteMember(owner, inviteInput.parse({ role: 'buyer', order_limit: '500.00', ...more }));
let phones = 13700000000;
const newPhone = () => String(++phones);

beforeEach(async () => {
  await Promise.all([db.delete(rateLimit), db.delete(phoneCode)]);
});

/** The code that was sent to a phone for a link. */
async function codeFor(token: string, phone: string): Promise<string> {
  const asked = await request(askCode, { body: { token, phone, puzzle: '' } });
  expect(asked.code).toBe(200);
  return codeOf(db, phone);
}

const join = (body: Record<string, string>) =>
  request<{ user: { role: string; company: string } }>(accept, {
    body: { password, puzzle: '', agreement: agreementVersion, ...body },
  });

describe('an invitation', () => {
  it('by link lets one person in, who is logged in then; the second hears that it was used', async () => {
    const made = await invited({ store_ids: [companies['demo-fendian']] });
    const token = tokenOf(made);
    const [row] = await db.select().from(memberInvite).where(eq(memberInvite.id, made.invite.id));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await openInvite(owner, token)).toMatchObject({
      role: '采购员',
      orderLimit: '500.00',
      refusal: null,
    });
    const phone = newPhone();
    const code = await codeFor(token, phone);
    expect(await join({ token, phone, code, name: '新同事', password: '12345678' })).toMatchObject({
      code: 422,
    });
    for (const agreement of ['', '2020-01-01'])
      expect(await join({ token, phone, code, name: '新同事', agreement })).toMatchObject({
        code: 422,
        data: { errors: { agreement: [expect.any(String)] } },
      });
    const answer = await join({ token, phone, code, name: '新同事' });
    expect(answer).toMatchObject({
      code: 200,
      data: { user: { role: 'buyer', company: '武汉市江汉区康泽源大药房' } },
    });
    expect(await request(orders, { cookie: cookieOf(answer.headers) })).toMatchObject({ code: 200 });
    const [made1] = await db.select().from(user).where(eq(user.phoneNumber, phone));
    const agreed = eq(agreementAcceptance.userId, made1!.id);
    expect(await db.select().from(agreementAcceptance).where(agreed)).toMatchObject([
      { version: agreementVersion },
    ]);
    expect(await db.select().from(member).where(eq(member.userId, made1!.id))).toMatchObject([
      { companyId: companies.demo, role: 'buyer', orderLimit: 50_000 },
    ]);
    expect(await db.select().from(memberStore).where(eq(memberStore.userId, made1!.id))).toMatchObject([
      { companyId: companies['demo-fendian'] },
    ]);
    const again = await request(askCode, { body: { token, phone: newPhone(), puzzle: '' } });
    expect(again).toMatchObject({ code: 409, message: expect.stringContaining('已经用过了') });
    expect((await openInvite(owner, token))?.refusal).toContain('已经用过了');
    await expect(revokeInvite(owner, { id: made.invite.id })).rejects.toMatchObject({ code: 409 });
  });

  it('by phone is for that phone alone, and goes there', async () => {
    const phone = newPhone();
    const made = await invited({ phone });
    expect(made.is_sent).toBe(1);
    expect((await messagesTo(db, phone))[0]?.body).toContain(`token=${tokenOf(made)}`);
    const token = tokenOf(made);
    expect(await request(askCode, { body: { token, phone: newPhone(), puzzle: '' } })).toMatchObject({
      code: 422,
      data: { errors: { phone: [expect.stringContaining('收到邀请')] } },
    });
    const code = await codeFor(token, phone);
    expect(await join({ token, phone, code, name: '短信同事' })).toMatchObject({ code: 200 });
  });

  it('used by many at once lets one in', async () => {
    const token = tokenOf(await invited());
    const people = [];
    for (const name of ['甲同事', '乙同事', '丙同事']) {
      const phone = newPhone();
      people.push({ phone, code: await codeFor(token, phone), name });
      // How many phones an address may ask for is another test's.
      await db.delete(rateLimit);
    }
    const tries = await Promise.all(people.map((person) => join({ token, ...person })));
    expect(tries.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    const joined = await db
      .select()
      .from(user)
      .where(
        inArray(
          user.phoneNumber,
          people.map(({ phone }) => phone),
        ),
      );
    expect(joined).toHaveLength(1);
  });

  it('ends when it is revoked or its days are over, and another company revokes nothing', async () => {
    const made = await invited();
    const other = await contextOf(db, 'other');
    await expect(revokeInvite(other, { id: made.invite.id })).rejects.toMatchObject({ code: 404 });
    expect(await revokeInvite(owner, { id: made.invite.id })).toMatchObject({ state: 'revoked' });
    expect(await revokeInvite(owner, { id: made.invite.id })).toMatchObject({ state: 'revoked' });
    const values = acceptInput.parse({
      token: tokenOf(made),
      name: '某人',
      phone: newPhone(),
      code: '123456',
      password,
      agreement: agreementVersion,
    });
    const visiting = { ...owner, actor: { kind: 'visitor', account: null } as const };
    await expect(acceptInvite(visiting, values)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('撤销'),
    });
    const short = await invited({ days: 1 });
    const late = { ...visiting, now: new Date(Date.now() + 86_400_000) };
    await expect(acceptInvite(late, { ...values, token: tokenOf(short) })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('已过期'),
    });
    await expect(acceptInvite(visiting, { ...values, token: 'x'.repeat(32) })).rejects.toMatchObject({
      code: 404,
    });
  });

  it('is refused to a phone that has an account, only once its code has proved it', async () => {
    const [known] = await db.select().from(user).where(eq(user.id, users.other));
    const phone = known!.phoneNumber!;
    const token = tokenOf(await invited());
    expect(await join({ token, phone, code: '000000', name: '某某' })).toMatchObject({
      code: 422,
      data: { errors: { code: [expect.any(String)] } },
    });
    const code = await codeFor(token, phone);
    expect(await join({ token, phone, code, name: '某某' })).toMatchObject({
      code: 422,
      data: { errors: { phone: [expect.stringContaining('已有账号')] } },
    });
  });

  it('names only stores of its own company, and only the owner makes one', async () => {
    await expect(invited({ store_ids: [companies.other] })).rejects.toMatchObject({ code: 422 });
    for (const name of ['demo-caigou', 'demo-caiwu', 'demo-zhidu'] as const) {
      const cookie = await loginAs(name);
      expect(await request<Invited>(invite, { cookie, body: { role: 'owner' } })).toMatchObject({
        code: 403,
      });
      expect(await request<MemberList>(members, { cookie })).toMatchObject({ code: 403 });
    }
  });
});

describe('a colleague', () => {
  it('is changed, and nothing but what was said changes', async () => {
    const changed = await changeMember(owner, {
      id: users['demo-caigou'],
      role: 'buyer',
      order_limit: '88.50',
      store_ids: [companies['demo-fendian']],
    });
    expect(changed).toMatchObject({
      role: 'buyer',
      order_limit: '88.50',
      stores: [{ id: companies['demo-fendian'] }],
    });
    const finance = await changeMember(owner, {
      id: users['demo-caigou'],
      role: 'finance',
      order_limit: '88.50',
      store_ids: [],
    });
    // Who does not order has no limit an order.
    expect(finance).toMatchObject({ role: 'finance', order_limit: null, stores: [] });
    const kept = await db.select().from(auditLog).where(eq(auditLog.subjectKey, users['demo-caigou']));
    expect(kept.map(({ act }) => act)).toEqual(['member.change', 'member.change']);
  });

  it('is nobody’s of another company: 404', async () => {
    const [stranger] = await makeBuyers(db, 1);
    const other = ofAccount(db, stranger!);
    const id = users['demo-zhidu'];
    await expect(
      changeMember(other, { id, role: 'owner', order_limit: undefined, store_ids: [] }),
    ).rejects.toMatchObject({ code: 404 });
    await expect(disableMember(other, { id })).rejects.toMatchObject({ code: 404 });
    await expect(enableMember(other, { id })).rejects.toMatchObject({ code: 404 });
    expect((await listColleagues(other)).list.map((one) => one.id)).toEqual([stranger!.userId]);
  });

  it('who is disabled is out at once and hears why in the open tab, until enabled again', async () => {
    const cookie = await loginAs('demo-zhidu');
    expect(await request(orders, { cookie })).toMatchObject({ code: 200 });
    const ownerCookie = await loginAs('demo');
    const id = users['demo-zhidu'];
    for (const _ of [1, 2])
      expect(
        await request<MemberWire>(disable, { cookie: ownerCookie, method: 'POST', body: {}, params: { id } }),
      ).toMatchObject({ code: 200, data: { is_disabled: 1 } });
    expect(await request(orders, { cookie })).toMatchObject({
      code: 401,
      message: '您的账号已被企业管理员停用，已退出登录。如有疑问，请联系企业管理员',
    });
    await expect(loginAs('demo-zhidu')).rejects.toThrow('已停用');
    expect(await enableMember(owner, { id })).toMatchObject({ is_disabled: 0 });
    expect(await request(orders, { cookie: await loginAs('demo-zhidu') })).toMatchObject({ code: 200 });
    const { list } = await listColleagues(owner);
    expect(list.find((one) => one.id === id)).toMatchObject({ seen_text: '今天' });
  });

  it('may be the last owner: then nobody takes the role away, also not two at once', async () => {
    const [first] = await makeBuyers(db, 1);
    const { companyId } = first!;
    const second = { ...first!, userId: `second-${companyId}` };
    await db
      .insert(user)
      .values({ id: second.userId, name: '二号', email: `${second.userId}@users.invalid` });
    await db.insert(member).values({ userId: second.userId, companyId, role: 'owner' });
    const demote = (by: typeof second, id: string) =>
      changeMember(ofAccount(db, by), { id, role: 'viewer', order_limit: undefined, store_ids: [] });
    const tries = await Promise.allSettled([
      demote(first!, second.userId),
      disableMember(ofAccount(db, second), { id: first!.userId }),
      demote(second, first!.userId),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
    const rows = await db.select().from(member).where(eq(member.companyId, companyId));
    expect(rows.filter(({ role, disabledAt }) => role === 'owner' && disabledAt === null)).toHaveLength(1);
    const [left] = rows.filter(({ role, disabledAt }) => role === 'owner' && disabledAt === null);
    await expect(demote({ ...second, userId: left!.userId }, left!.userId)).rejects.toMatchObject({
      code: 409,
    });
    await expect(
      disableMember(ofAccount(db, { ...second, userId: left!.userId }), { id: left!.userId }),
    ).rejects.toMatchObject({
      code: 409,
    });
    expect(await db.$count(company, eq(company.id, companyId))).toBe(1);
  });
});
