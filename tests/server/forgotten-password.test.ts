/** A forgotten password: codes to the phone, the ticket, the new password, and who must learn nothing. */

import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, users } from '#demo/seed/known.ts';
import { solvePuzzle } from '#lib/client/stores/shell/puzzle.ts';
import { api } from '#lib/contract/api.ts';
import {
  company,
  member,
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
import { askCode, codeOf, codesTo, messagesTo } from '#tests/support/sms.ts';

const logIn = routeOf(api.login);
const prove = routeOf(api.provePhone);
const reset = routeOf(api.resetForgotten);
const findPhone = routeOf(api.findPhone);
const change = routeOf(api.changeOwnPassword);

const { db } = await testDatabase();
const good = '长江边的灯塔-7921';
const unknown = '13911112222';

async function phoneOf(id: string): Promise<string> {
  const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, id));
  return row?.phone ?? '';
}

const guess = (phone: string, code: string, puzzle = '', address = '198.51.100.1') =>
  request<{ puzzle?: string }>(prove, { body: { phone, code, puzzle }, address });

/** The cookie of a ticket for this person. */
async function ticketFor(id: string): Promise<string> {
  const phone = await phoneOf(id);
  await askCode(phone);
  const answer = await guess(phone, await codeOf(db, phone, (await codesTo(db, phone)).length || 1));
  expect(answer.code).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

const tryLogin = (username: string, password: string) => request(logIn, { body: { username, password } });
const forget = () => Promise.all([db.delete(rateLimit), db.delete(phoneCode), db.delete(verification)]);

beforeEach(async () => {
  await forget();
  await db.execute('delete from demo_sms');
});

describe('a code', () => {
  it('comes to a known phone and to no other, with the same answer', async () => {
    const phone = await phoneOf(users.demo);
    const [known, other] = [await askCode(phone), await askCode(unknown)];
    expect(known).toMatchObject({ code: 200, data: { wait_seconds: 60 } });
    expect([other.code, other.data, other.message]).toEqual([known.code, known.data, known.message]);
    expect(await codeOf(db, phone)).toMatch(/^\d{6}$/);
    expect(await messagesTo(db, unknown)).toEqual([]);
    const rows = await db.select().from(phoneCode);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(await codeOf(db, phone));
  });

  it('comes again after 60 seconds, and five times an hour', async () => {
    const phone = await phoneOf(users.demo);
    expect(await askCode(phone)).toMatchObject({ code: 200 });
    const early = await askCode(phone);
    expect(early).toMatchObject({ code: 429, message: expect.stringMatching(/^请\d+秒后再获取验证码$/) });
    expect(early.data.retry_after).toBeGreaterThan(0);
    for (let nth = 2; nth <= 5; nth++) {
      await db.delete(rateLimit).where(like(rateLimit.key, 'code:gap:%'));
      expect(await askCode(phone)).toMatchObject({ code: 200 });
    }
    await db.delete(rateLimit).where(like(rateLimit.key, 'code:gap:%'));
    expect(await askCode(phone)).toMatchObject({
      code: 429,
      message: expect.stringMatching(/^获取验证码次数过多，请\d+分钟后再试$/),
    });
  });

  it('is asked for twenty times an hour from one address, whatever the phones; another address asks on', async () => {
    const address = '203.0.113.9';
    const phone = (nth: number) => `1391234${String(nth).padStart(4, '0')}`;
    // The puzzle that comes for many phones is another matter.
    const next = async (nth: number, from = address) => {
      await db.delete(rateLimit).where(like(rateLimit.key, 'code:phones:%'));
      return askCode(phone(nth), from);
    };
    for (let nth = 1; nth <= 20; nth++) expect((await next(nth)).code, `${nth}`).toBe(200);
    const late = await next(21);
    expect(late).toMatchObject({
      code: 429,
      message: expect.stringMatching(/^获取验证码次数过多，请\d+分钟后再试$/),
    });
    expect(late.data.retry_after).toBeGreaterThan(3_000);
    // What was refused counts against no phone.
    expect(await next(21, '203.0.113.10')).toMatchObject({ code: 200 });
    await db
      .update(rateLimit)
      .set({ resetsAt: new Date(Date.now() - 1) })
      .where(like(rateLimit.key, 'code:address:%'));
    expect(await next(22)).toMatchObject({ code: 200 });
  });

  it('is sent once where thirty ask at once', async () => {
    const phone = await phoneOf(users.demo);
    const answers = await Promise.all(Array.from({ length: 30 }, () => askCode(phone)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await codeOf(db, phone)).toMatch(/^\d{6}$/);
  });

  it('opens once, of thirty who bring it at once', async () => {
    const phone = await phoneOf(users.demo);
    await askCode(phone);
    const code = await codeOf(db, phone);
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(phone, code)));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(await db.select().from(verification)).toHaveLength(1);
  });

  it('of another phone, an old one and one after five minutes open nothing', async () => {
    const phone = await phoneOf(users.demo);
    await askCode(phone);
    const first = await codeOf(db, phone);
    expect(await guess(await phoneOf(users.other), first)).toMatchObject({ code: 422 });
    await db.delete(rateLimit);
    await askCode(phone);
    await codeOf(db, phone, 2);
    const late = await guess(phone, first);
    expect(late).toMatchObject({ code: 422, message: '验证码错误或已过期' });
    await db.update(phoneCode).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await guess(phone, await codeOf(db, phone, 2))).toMatchObject({ code: 422 });
  });

  it('is not found by guessing: five are looked at, whoever asks', async () => {
    const phone = await phoneOf(users.demo);
    await askCode(phone);
    const code = await codeOf(db, phone);
    const wrong = code === '000000' ? '111111' : '000000';
    const answers = [];
    for (let nth = 0; nth < 8; nth++) {
      const first = await guess(phone, wrong, '', `203.0.113.${nth}`);
      const puzzle = first.data?.puzzle;
      answers.push(puzzle ? await guess(phone, wrong, await solvePuzzle(puzzle), `203.0.113.${nth}`) : first);
    }
    expect(answers.map((one) => one.code)).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    const [row] = await db.select({ tries: phoneCode.tries }).from(phoneCode);
    expect(row?.tries).toBe(5);
    // Also after the wait: the code that was guessed at is dead.
    await db.delete(rateLimit);
    expect(await guess(phone, code)).toMatchObject({ code: 422, message: '验证码错误或已过期' });
  });

  it('guessed ten thousand times at once is looked at five times', async () => {
    const phone = await phoneOf(users.demo);
    await askCode(phone);
    const code = await codeOf(db, phone);
    let opened = 0;
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, nth) => {
          const text = String(round * 100 + nth).padStart(6, '0');
          return guess(phone, text === code ? '999999' : text, '', `198.51.${round}.${nth}`);
        }),
      );
      opened += answers.filter((one) => one.code === 200).length;
    }
    expect(opened).toBe(0);
    const [row] = await db.select({ tries: phoneCode.tries }).from(phoneCode);
    expect(row?.tries).toBeLessThanOrEqual(5);
  });
});

describe('a puzzle', () => {
  it('comes first from the third wrong code on, and is good once', async () => {
    const phone = await phoneOf(users.demo);
    await askCode(phone);
    const code = await codeOf(db, phone);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let nth = 0; nth < 3; nth++) expect((await guess(phone, wrong)).data?.puzzle).toBeUndefined();
    const asked = await guess(phone, code);
    expect(asked).toMatchObject({ code: 422, message: '请先完成安全验证' });
    const solved = await solvePuzzle(asked.data.puzzle ?? '');
    expect((await guess(phone, wrong, solved)).data?.puzzle).toBeUndefined();
    expect((await guess(phone, code, solved)).data?.puzzle).toBeDefined();
    expect((await guess(phone, code, '{"challenge":1}')).data?.puzzle).toBeDefined();
    const forged = solved.replace(/"signature":"\w{6}/, '"signature":"000000');
    expect((await guess(phone, code, forged)).data?.puzzle).toBeDefined();
  });

  it('comes first for an address that asks for a third phone', async () => {
    for (const phone of ['13900000001', '13900000002', '13900000003']) {
      const { code, data } = await request<{ puzzle?: string }>(routeOf(api.createCode), {
        body: { phone },
        address: '203.0.113.9',
      });
      expect([code, data.puzzle]).toEqual([200, undefined]);
    }
    const fourth = await request<{ puzzle?: string }>(routeOf(api.createCode), {
      body: { phone: '13900000004' },
      address: '203.0.113.9',
    });
    expect(fourth).toMatchObject({ code: 422, data: { puzzle: expect.any(String) } });
    expect(await askCode('13900000004', '203.0.113.9')).toMatchObject({ code: 200 });
  });
});

describe('a new password', () => {
  it('is set once by the ticket, ends every session and tells the company', async () => {
    const before = await loginAs('demo');
    const ticket = await ticketFor(users.demo);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        request<{ ended: number }>(reset, { body: { password: good }, cookie: ticket }),
      ),
    );
    expect(answers.map((one) => one.code).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await db.select().from(session).where(eq(session.userId, users.demo))).toEqual([]);
    expect(await tryLogin('demo', demoPassword)).toMatchObject({ code: 422 });
    expect(await tryLogin('demo', good)).toMatchObject({ code: 200 });
    const notified = await db
      .select({ title: message.title })
      .from(message)
      .innerJoin(member, eq(member.companyId, message.companyId))
      .where(and(eq(member.userId, users.demo), like(message.ref, 'password:%')));
    expect(notified).toEqual([{ title: '登录密码已修改' }]);
    expect(before).not.toBe('');
  });

  it.each([
    ['1234567', '密码至少8个字'],
    ['12345678', '这个密码太容易被猜到，请换一个，例如用几个不相干的词'],
    ['password1', '这个密码太容易被猜到，请换一个，例如用几个不相干的词'],
    ['', '请填写新密码'],
  ])('that is %s is refused and the ticket holds', async (password, sentence) => {
    const ticket = await ticketFor(users.other);
    expect(await request(reset, { body: { password }, cookie: ticket })).toMatchObject({
      code: 422,
      message: sentence,
    });
    expect(await db.select().from(verification)).toHaveLength(1);
  });

  it('needs a ticket that holds', async () => {
    const refused = { code: 409, message: '验证已过期，请重新获取验证码' };
    expect(await request(reset, { body: { password: good } })).toMatchObject(refused);
    expect(await request(reset, { body: { password: good }, cookie: 'yp_reset=made-up' })).toMatchObject(
      refused,
    );
    const ticket = await ticketFor(users.other);
    await db.update(verification).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await request(reset, { body: { password: good }, cookie: ticket })).toMatchObject(refused);
    expect(await tryLogin('other', demoPassword)).toMatchObject({ code: 200 });
  });

  it('is not for a closed company, whose phone is answered like an unknown one', async () => {
    const phone = await phoneOf(users.rejected);
    const [row] = await db
      .select({ id: member.companyId })
      .from(member)
      .where(eq(member.userId, users.rejected));
    await db
      .update(company)
      .set({ status: 'closed' })
      .where(eq(company.id, row?.id ?? 0));
    expect(await askCode(phone)).toMatchObject({ code: 200 });
    expect(await guess(phone, '123456')).toMatchObject({ code: 422, message: '验证码错误或已过期' });
    expect(await messagesTo(db, phone)).toEqual([]);
  });
});

describe('one’s own password', () => {
  const own = (cookie: string, old_password: string, password: string) =>
    request<{ ended: number }>(change, { body: { old_password, password }, cookie });

  it('is changed by the old one; other devices are logged out, this one stays', async () => {
    const [here, there] = [await loginAs('clinic'), await loginAs('clinic')];
    expect(await own(here, 'wrong', good)).toMatchObject({ code: 422, message: '原密码错误' });
    expect(await own(here, demoPassword, demoPassword)).toMatchObject({ code: 422 });
    const changed = await own(here, demoPassword, good);
    expect(changed).toMatchObject({ code: 200, data: { ended: 1 } });
    expect(await own(here, 'wrong', good)).toMatchObject({ code: 422 });
    expect(await own(there, good, demoPassword)).toMatchObject({ code: 401 });
    expect(await tryLogin('clinic', good)).toMatchObject({ code: 200 });
  });

  it('asks who it is, and counts wrong ones', async () => {
    expect(await request(change, { body: { old_password: 'a', password: good } })).toMatchObject({
      code: 401,
    });
    const cookie = await loginAs('other');
    const answers = [];
    for (let nth = 0; nth < 7; nth++) answers.push((await own(cookie, `wrong-${nth}`, good)).code);
    expect(answers).toContain(429);
  });
});

describe('whether a phone is taken', () => {
  const ask = (value: string, address = '203.0.113.77') =>
    request<{ is_taken: number }>(findPhone, { params: { value }, address });

  it('is told, twenty times an hour to an address', async () => {
    expect(await ask(await phoneOf(users.demo))).toMatchObject({ code: 200, data: { is_taken: 1 } });
    expect(await ask(unknown)).toMatchObject({ code: 200, data: { is_taken: 0 } });
    expect(await ask('12')).toMatchObject({ code: 422 });
    for (let nth = 0; nth < 18; nth++) await ask(unknown);
    expect(await ask(unknown)).toMatchObject({ code: 429 });
    expect(await ask(unknown, '203.0.113.78')).toMatchObject({ code: 200 });
  });
});
