/** Passkeys: added after the password, a log-in that each question opens once, one's own alone. */

import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies, demoPassword, type LoginName, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { PasskeyList, PasskeyStart } from '#lib/contract/passkeys.ts';
import { mostPasskeys, passkeyTtl } from '#lib/rules/companies/passkeys.ts';
import { agreementRefusals, agreementVersion } from '#lib/rules/companies/registration.ts';
import {
  agreementAcceptance,
  auditLog,
  company,
  companyClosing,
  member,
  message,
  passkey,
  rateLimit,
  session,
  userTotp,
  verification,
} from '#lib/server/db/schema.ts';
import { closeCompany } from '#lib/server/own-data/closing-rows.ts';
import { Passkey } from '#tests/support/authenticator.ts';
import { testDatabase } from '#tests/support/database.ts';
import { cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const logIn = routeOf(api.logInByPasskey);
const start = routeOf(api.startPasskeyLogin);
const info = routeOf(api.userInfo);
const remove = routeOf(api.removePasskey);
const rename = routeOf(api.renamePasskey);
const begin = routeOf(api.beginPasskey);
const add = routeOf(api.addPasskey);
const list = routeOf(api.passkeys);

const { db } = await testDatabase();

beforeEach(async () => {
  await Promise.all([
    db.delete(passkey),
    db.delete(rateLimit),
    db.delete(session),
    db.delete(verification),
    db.delete(userTotp),
  ]);
});

async function begun(cookie: string): Promise<PasskeyStart> {
  const answer = await request<PasskeyStart>(begin, { body: { password: demoPassword }, cookie });
  expect(answer.code, answer.message).toBe(200);
  return answer.data;
}

/** A passkey of the account, and the cookie of the session that added it. */
async function added(name: LoginName = 'other') {
  const cookie = await loginAs(name);
  const key = new Passkey();
  const answer = await request<PasskeyList>(add, { body: key.make(await begun(cookie)), cookie });
  expect(answer.code, answer.message).toBe(200);
  return { key, cookie, id: answer.data.list[0]!.id };
}

async function asked(): Promise<string> {
  const answer = await request<{ challenge: string }>(start, { body: {} });
  expect(answer.code, answer.message).toBe(200);
  return answer.data.challenge;
}

const enter = (body: object, address?: string) =>
  request<{ user: { username: string } }>(logIn, { body, ...(address !== undefined && { address }) });
const refused = { code: 422, message: expect.stringContaining('这个通行密钥不能登录') };

describe('adding one', () => {
  it('asks for the password, keeps a name, tells the company and writes it down', async () => {
    const cookie = await loginAs('other');
    expect(await request(begin, { body: { password: 'wrong' }, cookie })).toMatchObject({ code: 422 });
    expect(await request(begin, { body: { password: demoPassword } })).toMatchObject({ code: 401 });
    const question = await begun(cookie);
    expect(question).toMatchObject({ rp_id: 'localhost', user_name: 'other', known: [] });
    const key = new Passkey();
    const answer = await request<PasskeyList>(add, { body: key.make(question), cookie });
    expect(answer.data.list).toMatchObject([{ name: '店里的电脑', used_at: '' }]);
    // A repeat whose answer was lost.
    expect(await request<PasskeyList>(add, { body: key.make(question), cookie })).toMatchObject({
      code: 200,
      data: answer.data,
    });
    expect((await begun(cookie)).known).toEqual([{ id: key.id, transports: ['internal'] }]);
    const notified = and(eq(message.companyId, companies.other), eq(message.title, '已添加通行密钥'));
    expect(await db.$count(message, notified)).toBe(1);
    const written = and(eq(auditLog.act, 'member.add_passkey'), eq(auditLog.subjectKey, users.other));
    expect(await db.$count(auditLog, written)).toBe(1);
  });

  it('takes an answer to one’s own question alone, in time, once, of this site, from who was asked who they are', async () => {
    const [cookie, stranger] = [await loginAs('other'), await loginAs('clinic')];
    const tryAdd = async (lies: Parameters<Passkey['make']>[1]) =>
      request(add, { body: new Passkey().make(await begun(cookie), lies), cookie });
    for (const lies of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true }])
      expect(await tryAdd(lies), JSON.stringify(lies)).toMatchObject({ code: 422 });
    const question = await begun(cookie);
    // Another person's question.
    expect(await request(add, { body: new Passkey().make(question), cookie: stranger })).toMatchObject({
      code: 409,
    });
    expect(await request(add, { body: new Passkey().make(question), cookie })).toMatchObject({ code: 200 });
    expect(await request(add, { body: new Passkey().make(question), cookie })).toMatchObject({ code: 409 });
    const late = await begun(cookie);
    await db
      .update(verification)
      .set({ expiresAt: new Date() })
      .where(like(verification.identifier, 'passkey:%'));
    expect(await request(add, { body: new Passkey().make(late), cookie })).toMatchObject({ code: 409 });
    expect(await db.$count(passkey)).toBe(1);
  });

  it('takes a key of another account for nobody else', async () => {
    const { key } = await added();
    const cookie = await loginAs('clinic');
    expect(await request(add, { body: key.make(await begun(cookie)), cookie })).toMatchObject({ code: 409 });
    expect(await db.$count(passkey, eq(passkey.userId, users.clinic))).toBe(0);
  });

  it('holds at ten, also of two at once', async () => {
    const { cookie } = await added();
    const row = (nth: number) => ({
      userId: users.other,
      credentialId: `k${nth}`,
      publicKey: 'x',
      counter: 0,
      transports: [],
      name: 'x',
      createdAt: new Date(),
    });
    await db.insert(passkey).values(Array.from({ length: mostPasskeys - 2 }, (_, nth) => row(nth)));
    const questions = [await begun(cookie), await begun(cookie)];
    const both = await Promise.all(
      questions.map((one) => request(add, { body: new Passkey().make(one), cookie })),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(await request(begin, { body: { password: demoPassword }, cookie })).toMatchObject({ code: 409 });
  });
});

describe('a log-in', () => {
  it('opens a new session by one answer, and by that answer never again', async () => {
    const { key, cookie } = await added();
    const body = key.sign(await asked());
    const answer = await enter(body);
    expect(answer).toMatchObject({ code: 200, data: { user: { username: 'other' } } });
    const opened = cookieOf(answer.headers);
    expect(opened).toMatch(/yp\.session_token=/);
    expect(opened).not.toBe(cookie);
    expect(await request(info, { cookie: opened })).toMatchObject({ code: 200 });
    const again = await enter(body);
    expect(again).toMatchObject({ code: 409 });
    expect(again.headers.getSetCookie()).toEqual([]);
    const [row] = await db.select().from(passkey);
    expect(row!.usedAt).not.toBeNull();
    const twice = key.sign(await asked());
    const both = await Promise.all([1, 2].map(() => enter(twice)));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });

  it('is refused too late, for another site, to who was not asked, to a forged signature, to another’s key', async () => {
    const [{ key }, { key: foreign }] = [await added(), await added('clinic')];
    for (const lies of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true }])
      expect(await enter(key.sign(await asked(), lies)), JSON.stringify(lies)).toMatchObject(refused);
    const own = key.sign(await asked());
    // Signed by one's own key in the name of another account's, and in the name of nobody's.
    expect(await enter({ ...own, id: foreign.id })).toMatchObject(refused);
    expect(await enter({ ...key.sign(await asked()), user_handle: 'bm9ib2R5' })).toMatchObject(refused);
    const stolen = foreign.sign(await asked());
    expect(
      await enter({ ...key.sign(await asked()), id: foreign.id, user_handle: stolen.user_handle }),
    ).toMatchObject(refused);
    expect(await enter(new Passkey().sign(await asked()))).toMatchObject({ code: 422 });
    expect(await enter({ ...key.sign(await asked()), client_data: 'AAAA' })).toMatchObject(refused);
    // A question that was never asked, and one whose time is over.
    expect(await enter(key.sign('made-up'))).toMatchObject({ code: 409 });
    const late = await asked();
    const [kept] = await db
      .select()
      .from(verification)
      .where(like(verification.identifier, 'passkey:login:%'));
    expect(kept!.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(passkeyTtl);
    expect(JSON.stringify(kept)).not.toContain(late);
    await db.update(verification).set({ expiresAt: new Date() });
    expect(await enter(key.sign(late))).toMatchObject({ code: 409 });
    expect(await db.$count(session, eq(session.userId, users.clinic))).toBe(1);
  });

  it('is refused by a count that does not go up: there are two of that key', async () => {
    const { key } = await added();
    expect(await enter(key.sign(await asked(), { counter: 5 }))).toMatchObject({ code: 200 });
    for (const counter of [5, 4, 0])
      expect(await enter(key.sign(await asked(), { counter }))).toMatchObject(refused);
    const same = [await asked(), await asked()];
    const both = await Promise.all(same.map((one) => enter(key.sign(one, { counter: 6 }))));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 422]);
  });

  it('asks for no code of an authenticator, and for the agreement in force', async () => {
    const { key } = await added();
    await db.insert(userTotp).values({ userId: users.other, secret: 'sealed', step: 0, recoveryCodes: [] });
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 200 });
    await db.delete(agreementAcceptance).where(eq(agreementAcceptance.userId, users.other));
    const before = await db.$count(session);
    expect(await enter(key.sign(await asked()))).toMatchObject({
      code: 422,
      data: { errors: { agreement: [agreementRefusals.renewed] } },
    });
    expect(await db.$count(session)).toBe(before);
    const agreed = { ...key.sign(await asked()), agreement: agreementVersion };
    expect(await enter(agreed)).toMatchObject({ code: 200 });
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 200 });
  });

  it('keeps out who is disabled and whose company has closed; who is frozen comes in as by password', async () => {
    const { key } = await added();
    const own = eq(member.userId, users.other);
    await db.update(member).set({ disabledAt: new Date() }).where(own);
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 403 });
    await db.update(member).set({ disabledAt: null }).where(own);
    const its = eq(company.id, companies.other);
    await db.update(company).set({ status: 'frozen', statusReason: '试' }).where(its);
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 200 });
    await db.update(company).set({ status: 'closed' }).where(its);
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 403 });
    await db.update(company).set({ status: 'approved', statusReason: null }).where(its);
  });

  it('lets nobody try on and on: an account, an address', async () => {
    const { key } = await added();
    for (let nth = 0; nth < 10; nth += 1)
      expect(await enter(key.sign(await asked(), { isUnverified: true }), `203.0.113.${nth}`)).toMatchObject({
        code: 422,
      });
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 429 });
    await db.delete(rateLimit);
    for (let nth = 0; nth < 60; nth += 1)
      expect(await enter(key.sign(`made-up-${nth}`))).toMatchObject({ code: 409 });
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 429 });
    expect(await enter(key.sign(await asked()), '203.0.113.77')).toMatchObject({ code: 200 });
    for (let nth = await countStarts(); nth < 240; nth += 1) await asked();
    expect(await request(start, { body: {} })).toMatchObject({ code: 429 });
  });
});

async function countStarts(): Promise<number> {
  const [row] = await db.select().from(rateLimit).where(like(rateLimit.key, 'passkey:start:%'));
  return row?.count ?? 0;
}

describe('one’s own', () => {
  it('are named and removed by their person alone', async () => {
    const { key, cookie, id } = await added();
    const stranger = await loginAs('clinic');
    const path = { params: { id: String(id) } };
    expect(await request(list, { cookie: stranger })).toMatchObject({ data: { list: [] } });
    for (const handler of [rename, remove])
      expect(await request(handler, { ...path, body: { name: '别人的' }, cookie: stranger })).toMatchObject({
        code: 404,
      });
    expect(await request(rename, { ...path, body: { name: '' }, cookie })).toMatchObject({ code: 422 });
    expect(await request<PasskeyList>(rename, { ...path, body: { name: '手机' }, cookie })).toMatchObject({
      data: { list: [{ id, name: '手机' }] },
    });
    const twice = await Promise.all([1, 2].map(() => request(remove, { ...path, body: {}, cookie })));
    expect(twice.map(({ code }) => code).toSorted()).toEqual([200, 404]);
    expect(await enter(key.sign(await asked()))).toMatchObject(refused);
    expect(await db.$count(auditLog, eq(auditLog.act, 'member.remove_passkey'))).toBe(1);
    const notified = and(eq(message.companyId, companies.other), eq(message.title, '已删除通行密钥'));
    expect(await db.$count(message, notified)).toBe(1);
  });

  it('go with the company', async () => {
    const { key } = await added();
    const [closing] = await db
      .insert(companyClosing)
      .values({ companyId: companies.other, userId: users.other, dueAt: new Date() })
      .returning();
    await db.transaction((tx) => closeCompany(tx, closing!, new Date()));
    expect(await db.$count(passkey)).toBe(0);
    expect(await enter(key.sign(await asked()))).toMatchObject({ code: 422 });
  });
});
