/** An account that the platform opens for a company: at the desk, by who may, once, with a link that sets one password. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { OpenedCompany } from '#lib/contract/companies/open-schema.ts';
import { resetCookie } from '#lib/contract/constants.ts';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import { openCompany } from '#lib/server/companies/open-account.ts';
import { auditLog, company, member, rateLimit, registration, user } from '#lib/server/db/schema.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const logIn = routeOf(api.login);
const open = routeOf(api.openCompany);
const reset = routeOf(api.resetForgotten);

const { db } = await testDatabase();
const service = await person(db, 'open.service', 'service');
const review = await person(db, 'open.review', 'review');
const finance = await person(db, 'open.finance', 'finance');
const input = {
  name: '江城老街大药房',
  contact: '许\u200b安然',
  phone: '138 1111 0001',
  buyer_type: 'pharmacy',
};
const opening = (more: object = {}, cookie = service.cookie) =>
  request<OpenedCompany>(open, { body: { ...input, ...more }, cookie });
const owner = async (phone: string) =>
  (
    await db
      .select({
        userId: user.id,
        name: user.name,
        company: company.name,
        status: company.status,
        id: company.id,
      })
      .from(user)
      .innerJoin(member, eq(member.userId, user.id))
      .innerJoin(company, eq(company.id, member.companyId))
      .where(eq(user.phoneNumber, phone))
  )[0]!;
const logged = (act: 'company.open' | 'member.link', key: string | number) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.act, act), eq(auditLog.subjectKey, String(key))));

beforeEach(() => db.delete(rateLimit));

it('is for who may, and says what is wrong in its field', async () => {
  expect((await opening({}, finance.cookie)).code).toBe(403);
  expect((await opening({}, await loginAs('demo'))).code).toBe(404);
  expect((await opening({}, '')).code).toBe(404);
  for (const [field, body] of [
    ['name', { name: '江城' }],
    ['contact', { contact: '长'.repeat(31) }],
    ['phone', { phone: '138' }],
    ['buyer_type', { buyer_type: '药店' }],
  ] as const)
    expect
      .soft(await opening(body), field)
      .toMatchObject({ code: 422, data: { errors: { [field]: [expect.any(String)] } } });
  expect(await db.$count(company, eq(company.name, input.name))).toBe(0);
});

it('is one draft with its owner, of three presses at once, and the link sets one password', async () => {
  const tries = await Promise.all([opening(), opening(), opening()]);
  expect(tries.map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(await db.$count(company, eq(company.name, input.name))).toBe(1);
  const made = await owner('13811110001');
  expect(made).toMatchObject({ name: '许安然', company: input.name, status: 'draft' });
  const kept = await logged('company.open', made.id);
  expect(kept).toMatchObject([{ actorId: 'open.service', after: { phone: '138****0001' } }]);
  expect(await logged('member.link', made.userId)).toHaveLength(2);
  // Another of the desk answers the same; another name is another company, and the telephone is taken.
  expect((await opening({}, review.cookie)).code).toBe(200);
  expect(await opening({ name: '江城新街大药房' })).toMatchObject({ code: 409 });

  const password = '长江边的灯塔-7921';
  const token = new URL(tries[0]!.data.link).searchParams.get('token');
  const set = (value: string) =>
    request(reset, { body: { password: value }, cookie: `${resetCookie}=${token}` });
  expect(await set(password)).toMatchObject({ code: 200 });
  // Who has a password of their own by now gets no link by opening it once more.
  expect(await opening()).toMatchObject({ code: 409 });
  expect((await set('另一个密码-7921-灯塔')).code).not.toBe(200);
  const username = '13811110001';
  const entered = await request(logIn, { body: { username, password, agreement: agreementVersion } });
  expect(entered.code, entered.message).toBe(200);
});

it('of a head office registers its stores; without a name the owner says it later', async () => {
  await openCompany(byStaff(db), {
    ...{ name: '江城连锁总部', contact: '', phone: '13811110002', type: '连锁总部' },
  });
  const made = await owner('13811110002');
  expect(made.name).toBe('用户0002');
  const [row] = await db.select().from(registration).where(eq(registration.companyId, made.id));
  expect(row?.form).toBe('head');
});
