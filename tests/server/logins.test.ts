/** How many passwords may be tried, and what a flood of tries may cost others. */

import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { hashPassword as libraryHash, verifyPassword as libraryVerify } from 'better-auth/crypto';
import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { demoPassword, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { addressKey, isSharedAddress, senderKey } from '#lib/server/core/process/client-address.ts';
import {
  deriveKey,
  hashThreads,
  maxWaiting,
  reservedPlaces,
  threadRestMs,
} from '#lib/server/core/sessions/hash-threads.ts';
import { hashPassword, verifyPassword } from '#lib/server/core/sessions/password-hashes.ts';
import { account, rateLimit, session, user } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { cookieOf, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { until } from '#tests/support/server-process.ts';

const logIn = routeOf(api.login);

const { db, url } = await testDatabase();
const run = promisify(execFile);

interface Attempt {
  username?: string;
  password?: string;
  address?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

const attempt = ({
  username = 'other',
  password = demoPassword,
  address = '198.51.100.1',
  cookie,
  headers,
}: Attempt) =>
  request<{ retry_after: number }>(logIn, {
    body: { username, password },
    address,
    ...(cookie !== undefined && { cookie }),
    ...(headers !== undefined && { headers }),
  });
const codesOf = (answers: { code: number }[], code: number) =>
  answers.filter((one) => one.code === code).length;

beforeEach(() => db.delete(rateLimit));

describe('guesses at an account', () => {
  it('are five, also when sixty come at once from sixty addresses, the right one among them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        attempt({ password: nth === 54 ? demoPassword : `wrong-${nth}`, address: `203.0.113.${nth}` }),
      ),
    );
    expect(codesOf(answers, 422)).toBeLessThanOrEqual(5);
    expect(codesOf(answers, 422) + codesOf(answers, 429) + codesOf(answers, 200)).toBe(60);
    const late = await attempt({ address: '203.0.113.200' });
    expect(late).toMatchObject({ code: 429, status: 429 });
    expect(late.message).toMatch(/^密码错误次数过多，请\d+分钟后再试$/);
    expect(late.data.retry_after).toBeGreaterThan(0);
    expect(late.data.retry_after).toBeLessThanOrEqual(900);
    expect(await attempt({ username: 'clinic', address: '203.0.113.200' })).toMatchObject({ code: 200 });
  });

  it('are the same five by name and by phone', async () => {
    const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, users.other));
    for (const username of ['other', ' OTHER ', row?.phone ?? '', 'other', row?.phone ?? ''])
      expect(await attempt({ username, password: 'wrong' })).toMatchObject({ code: 422 });
    expect(await attempt({})).toMatchObject({ code: 429 });
    expect(await attempt({ username: row?.phone ?? '' })).toMatchObject({ code: 429 });
  });

  it('are counted for a name that nobody has too, and what was typed is not kept', async () => {
    for (let i = 0; i < 5; i += 1)
      expect(await attempt({ username: 'my-secret-word', password: 'x' })).toMatchObject({ code: 422 });
    expect(await attempt({ username: 'my-secret-word', password: 'x' })).toMatchObject({ code: 429 });
    expect(await db.$count(rateLimit, like(rateLimit.key, '%secret%'))).toBe(0);
  });

  it('that were right are not counted, and give nobody five more', async () => {
    for (let i = 0; i < 4; i += 1) await attempt({ password: 'wrong' });
    for (let i = 0; i < 3; i += 1) expect(await attempt({})).toMatchObject({ code: 200 });
    expect(await attempt({ password: 'wrong' })).toMatchObject({ code: 422 });
    expect(await attempt({})).toMatchObject({ code: 429 });
  });

  it('begin anew when the window is over', async () => {
    for (let i = 0; i < 5; i += 1) await attempt({ password: 'wrong' });
    await db.update(rateLimit).set({ resetsAt: new Date(Date.now() - 1) });
    expect(await attempt({})).toMatchObject({ code: 200 });
  });

  it('are counted once for all processes', async () => {
    const file = fileURLToPath(new URL('../support/guessing.ts', import.meta.url));
    const got = await Promise.all(
      [1, 2].map(async () => Number((await run(process.execPath, [file, url, users.demo, '40'])).stdout)),
    );
    expect(got.reduce((sum, one) => sum + one, 0)).toBe(5);
  });
});

describe('a device that has logged in before', () => {
  it('is not locked out by others, has five guesses of its own, and is none with a changed cookie', async () => {
    const device = cookieOf((await attempt({})).headers);
    for (let i = 0; i < 5; i += 1) await attempt({ password: 'wrong' });
    expect(await attempt({})).toMatchObject({ code: 429 });
    expect(await attempt({ cookie: device })).toMatchObject({ code: 200 });
    const id = /yp_device=([\w-]{22})/.exec(device)?.[1] ?? '';
    expect(await attempt({ cookie: device.replace(id, [...id].toReversed().join('')) })).toMatchObject({
      code: 429,
    });
    for (let i = 0; i < 5; i += 1)
      expect(await attempt({ password: 'wrong', cookie: device })).toMatchObject({ code: 422 });
    expect(await attempt({ cookie: device })).toMatchObject({ code: 429 });
  });

  it('is known to the accounts that logged in with it only, until they have a new password', async () => {
    const first = cookieOf((await attempt({})).headers);
    const both = cookieOf((await attempt({ username: 'clinic', cookie: first })).headers);
    for (const username of ['other', 'clinic', 'demo'])
      for (let i = 0; i < 5; i += 1) await attempt({ username, password: 'wrong' });
    expect(await attempt({ cookie: both })).toMatchObject({ code: 200 });
    expect(await attempt({ username: 'clinic', cookie: both })).toMatchObject({ code: 200 });
    expect(await attempt({ username: 'demo', cookie: both })).toMatchObject({ code: 429 });
    const own = and(eq(account.userId, users.other), eq(account.providerId, 'credential'));
    const [before] = await db.select({ password: account.password }).from(account).where(own);
    await db
      .update(account)
      .set({ password: await hashPassword(demoPassword) })
      .where(own);
    expect(await attempt({ cookie: both })).toMatchObject({ code: 429 });
    await db.update(account).set(before!).where(own);
  });
});

describe('an address', () => {
  const used = (address: string) =>
    db.insert(rateLimit).values({
      key: `login:address:${addressKey(address)}`,
      count: 100,
      resetsAt: new Date(Date.now() + 60_000),
    });

  it('that has tried a hundred over all accounts waits, and takes no account’s guess', async () => {
    await used('192.0.2.7');
    for (let i = 0; i < 6; i += 1)
      expect(await attempt({ address: '192.0.2.7' })).toMatchObject({ code: 429 });
    expect(await attempt({ address: '192.0.2.8' })).toMatchObject({ code: 200 });
  });

  it('of an untrusted proxy nearby locks out nobody; from afar the header changes nothing', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    await used('10.0.0.1');
    await used('192.0.2.7');
    expect(await attempt({ address: '10.0.0.1', headers })).toMatchObject({ code: 200 });
    expect(await attempt({ address: '10.0.0.1' })).toMatchObject({ code: 429 });
    expect(await attempt({ address: '192.0.2.7', headers })).toMatchObject({ code: 429 });
  });

  it.each([
    ['127.0.0.1', true],
    ['172.31.0.9', true],
    ['172.32.0.9', false],
    ['::1', true],
    ['fd00::5', true],
    ['2001:db8::1', false],
    ['8.8.8.8', false],
  ])('%s with a forwarded header is shared: %s', (address, isShared) => {
    expect(isSharedAddress(address, new Headers({ forwarded: 'for=1.2.3.4' }))).toBe(isShared);
    expect(isSharedAddress(address, new Headers())).toBe(false);
  });

  it('of IPv6 is its network', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(addressKey('2001:db8::9')).toBe('2001:db8:0:0::/64');
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('198.51.100.1')).toBe('198.51.100.1');
  });

  it.each([
    ['198.51.100.1', {}, '198.51.100.1'],
    ['2001:db8:1:2::9', {}, '2001:db8:1:2::/64'],
    ['127.0.0.1', { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }, '198.51.100.9'],
    ['10.0.0.2', { 'x-real-ip': '2001:db8:1:2::9' }, '2001:db8:1:2::/64'],
    ['10.0.0.2', { 'x-forwarded-for': 'unknown' }, '10.0.0.2'],
    // From afar it says what it likes.
    ['198.51.100.1', { 'x-forwarded-for': '203.0.113.7' }, '198.51.100.1'],
  ])('shares of %s with %j are counted under %s', (address, headers, key) => {
    expect(senderKey(address, new Headers(headers))).toBe(key);
  });
});

describe('hashes', () => {
  it('are better-auth’s own, both ways', async () => {
    const password = '密码Ａ1-é';
    expect(await libraryVerify({ hash: await hashPassword(password), password })).toBe(true);
    expect(await verifyPassword({ hash: await libraryHash(password), password })).toBe(true);
    expect(await verifyPassword({ hash: await libraryHash(password), password: 'other' })).toBe(false);
    expect(await verifyPassword({ hash: '', password })).toBe(false);
  });

  it('need none of the threads that files and compression share', async () => {
    await deriveKey('first', 'salt');
    const pipe = path.join(mkdtempSync(path.join(tmpdir(), 'yaopi-pipe-')), 'pipe');
    await run('mkfifo', [pipe]);
    // Each of Node's four threads waits for a writer of the pipe.
    const held = Array.from({ length: 4 }, () => open(pipe, 'r'));
    expect(await deriveKey('second', 'salt')).toHaveLength(64);
    const writer = openSync(pipe, 'r+');
    for (const reader of await Promise.all(held)) await reader.close();
    closeSync(writer);
  });

  it('keep no thread that has had nothing to do for a while', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await deriveKey('first', 'salt');
      vi.advanceTimersByTime(threadRestMs - 1);
      await deriveKey('again', 'salt');
      vi.advanceTimersByTime(threadRestMs - 1);
      expect(ended).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(ended).toHaveBeenCalledOnce();
      expect(await deriveKey('later', 'salt')).toHaveLength(64);
    } finally {
      vi.useRealTimers();
      ended.mockRestore();
    }
  });

  it('wait in a bounded queue, in which known devices go first', async () => {
    const ended: string[] = [];
    const places = hashThreads + maxWaiting - reservedPlaces;
    const strangers = Array.from({ length: places + 10 }, (_, nth) =>
      deriveKey(`${nth}`, 'salt').then(
        () => ended.push(`hash ${nth}`),
        (error) => ended.push(`${error.code}`),
      ),
    );
    const known = deriveKey('known', 'salt', true).then(() => ended.push('known'));
    await Promise.all([...strangers, known]);
    const done = ended.filter((one) => one !== '503');
    expect(ended).toHaveLength(places + 11);
    expect(done).toHaveLength(places + 1);
    expect(done.indexOf('known')).toBeLessThan(places / 2);
  });
});

it('a login under way when its password is changed ends without a session', async () => {
  const own = and(eq(account.userId, users.clinic), eq(account.providerId, 'credential'));
  const [before] = await db.select({ password: account.password }).from(account).where(own);
  await db.delete(session).where(eq(session.userId, users.clinic));
  const changed = Promise.withResolvers<void>();
  let late: ReturnType<typeof attempt> | undefined;
  await db.transaction(async (tx) => {
    await tx
      .update(account)
      .set({ password: await hashPassword('new password') })
      .where(own);
    late = attempt({ username: 'clinic' }).finally(changed.resolve);
    // Its session is there before the password's change is: the login waits for it.
    await until(
      'its session',
      async () => (await db.$count(session, eq(session.userId, users.clinic))) === 1,
    );
  });
  await changed.promise;
  expect(await late).toMatchObject({ code: 422, message: '密码刚刚已修改，请用新密码登录' });
  expect(await db.$count(session, eq(session.userId, users.clinic))).toBe(0);
  await db.update(account).set(before!).where(own);
});
