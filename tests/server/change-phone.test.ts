/** Changing the telephone that one logs in with: by codes to both, told to both, and to nobody else's. */

import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import {
  account,
  demoSms,
  message,
  phoneCode,
  rateLimit,
  session,
  user,
  verification,
} from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { codeOf, messagesTo } from '#tests/support/sms.ts';

const sendCode = routeOf(api.sendOwnCode);
const change = routeOf(api.changePhone);
const prove = routeOf(api.proveOwnPhone);

const { db } = await testDatabase();
const before = '13700000001';
const next = '13700000002';
let cookie: string;

const own = async (id: string = users.demo) => (await db.select().from(user).where(eq(user.id, id)))[0]!;
const ask = (step: 'old' | 'new', phone?: string, by = cookie) =>
  request<{ wait_seconds: number }>(sendCode, { body: { step, ...(phone && { phone }) }, cookie: by });

/** The old one proved. */
async function proved(by = cookie, phone = before): Promise<string> {
  await ask('old', undefined, by);
  const answer = await request<{ proof: string }>(prove, {
    body: { code: await codeOf(db, phone) },
    cookie: by,
  });
  return answer.data.proof;
}

async function codeTo(phone: string, by = cookie): Promise<string> {
  await ask('new', phone, by);
  return codeOf(db, phone);
}

beforeEach(async () => {
  for (const table of [rateLimit, phoneCode, demoSms, message, verification]) await db.delete(table);
  await db.update(user).set({ phoneNumber: null }).where(eq(user.phoneNumber, next));
  await db.update(user).set({ phoneNumber: before }).where(eq(user.id, users.demo));
  cookie = await loginAs('demo');
});

it('is changed by both codes; sessions and what else one logs in with stay, company and old telephone are told', async () => {
  const sessions = await db.$count(session);
  const ways = await db.select().from(account).where(eq(account.userId, users.demo));
  const proof = await proved();
  const body = { proof, phone: next, code: await codeTo(next) };
  expect((await request(change, { body, cookie })).code).toBe(200);
  expect((await own()).phoneNumber).toBe(next);
  // Again it is done.
  expect((await request(change, { body, cookie })).code).toBe(200);
  expect(await db.$count(session)).toBe(sessions);
  expect(await db.select().from(account).where(eq(account.userId, users.demo))).toEqual(ways);
  const notified = await db.select().from(message);
  expect(notified.map(({ title, body: text }) => [title, text.includes(next)])).toEqual([
    ['登录手机号已更换', false],
  ]);
  await expect
    .poll(async () => (await messagesTo(db, before)).map((one) => one.body)[0])
    .toContain('登录手机号已更换');
});

it('asks for a right code of each, and a proof of one’s own', async () => {
  await ask('old');
  expect((await request(prove, { body: { code: '000000' }, cookie })).code).toBe(422);
  const proof = await request<{ proof: string }>(prove, { body: { code: await codeOf(db, before) }, cookie });
  const code = await codeTo(next);
  const send = (more: object, by = cookie) =>
    request(change, { body: { proof: proof.data.proof, phone: next, code, ...more }, cookie: by });
  expect((await send({ code: code === '111111' ? '222222' : '111111' })).code).toBe(422);
  expect((await send({ proof: 'a'.repeat(32) })).code).toBe(409);
  expect((await send({}, await loginAs('other'))).code).toBe(409);
  expect((await send({ proof: 'x' })).code).toBe(422);
  expect((await request(change, { body: {} })).status).toBe(401);
  expect((await own()).phoneNumber).toBe(before);
  expect((await ask('new', before)).code).toBe(422);
  expect((await ask('new')).code).toBe(422);
});

it('is nobody else’s telephone, and only who holds it learns that', async () => {
  const { phoneNumber } = await own(users.other);
  expect(phoneNumber).not.toBeNull();
  const proof = await proved();
  expect((await ask('new', phoneNumber!)).code).toBe(200);
  const code = await codeOf(db, phoneNumber!);
  const answer = await request(change, { body: { proof, phone: phoneNumber, code }, cookie });
  expect([answer.code, answer.message]).toEqual([422, '这个手机号已有账号，不能重复绑定']);
});

it('is one’s of two who prove it at once, and changed once by two presses at once', async () => {
  const proof = await proved();
  const body = { proof, phone: next, code: await codeTo(next) };
  const both = await Promise.all([request(change, { body, cookie }), request(change, { body, cookie })]);
  expect(both.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(1);
  expect(await db.$count(message)).toBe(1);
  expect((await own()).phoneNumber).toBe(next);
});

it('takes the name along that is the telephone', async () => {
  await db.update(user).set({ username: before }).where(eq(user.id, users.demo));
  const proof = await proved();
  await request(change, { body: { proof, phone: next, code: await codeTo(next) }, cookie });
  expect(await own()).toMatchObject({ username: next, phoneNumber: next });
  await db.update(user).set({ username: 'demo', phoneNumber: before }).where(eq(user.id, users.demo));
});
