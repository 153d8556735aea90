/**
 * What one process changes the other knows at its next call: each announcement is followed by a mark on the same line, and
 * when the other has heard the mark, it answers by what was changed before it. No clock is asked: how long the line takes
 * is measured in the bench (`npm run bench -- --only processes`).
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies, demoPassword, goodsPlain, users } from '#demo/seed/known.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { sendNews } from '#lib/server/core/bus/event-rows.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeProject, type ServerProcess, startReady, until } from '#tests/support/server-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Stands in for the built app: the shop's own calls, by their table. */
const app = `
import { text } from 'node:stream/consumers';
import { openStream } from '${root}/src/lib/server/core/events/stream.ts';
import { answerOf, findPlace } from '${root}/src/lib/server/router/router.ts';
import { callHandler } from '${root}/tests/support/request.ts';
export async function render({ method, url, headers, body }) {
  const asked = new URL(url, 'http://shop.test');
  if (asked.pathname === '/api/events') {
    const account = { companyId: Number(asked.searchParams.get('company')), userId: asked.searchParams.get('user') };
    return openStream({ actor: { kind: 'buyer', account }, headers: new Headers() });
  }
  const row = findPlace(asked.pathname)?.calls.get(method);
  if (row === undefined) return new Response('no such call', { status: 404 });
  const key = headers['idempotency-key'];
  return callHandler(await answerOf(row), {
    method, path: url, cookie: headers.cookie,
    headers: { origin: 'http://shop.test', ...(key && { 'idempotency-key': key }) },
    ...(method !== 'GET' && { body: await text(body) }),
  });
}
`;

const { url, db, pool } = await testDatabase();
const folder = makeProject(app);
let [one, other]: ServerProcess[] = [];
const end = new AbortController();
/** What the other's stream of another company has told. */
const received: string[] = [];

beforeAll(async () => {
  const given = { DATABASE_URL: url, DEMO: '1', LIMIT_SCALE: '100', AUTH_SECRET: 'x'.repeat(32) };
  [one, other] = await Promise.all([0, 1].map(() => startReady(folder, given)));
  const stream = `${other!.url}/api/events?company=${companies.other}&user=${users.other}`;
  const answer = await fetch(stream, { signal: end.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      received.push(...[...part.value.matchAll(/event: (\w+)/g)].map((match) => match[1]!));
  })().catch(() => {});
  await until('hello', () => received.includes('hello'));
}, 150_000);

afterAll(async () => {
  end.abort();
  for (const server of [one, other]) server?.child.kill('SIGTERM');
  await Promise.all([one?.ended, other?.ended]);
  rmSync(path.dirname(folder), { recursive: true, force: true });
}, 60_000);

interface Sent {
  cookie?: string;
  form?: string;
}

async function send(server: ServerProcess | undefined, asked: string, { cookie = '', form }: Sent = {}) {
  const answer = await fetch(`${server!.url}${asked}`, {
    headers: {
      cookie,
      ...(form !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': crypto.randomUUID(),
      }),
    },
    ...(form !== undefined && { method: 'POST', body: form }),
  });
  return { status: answer.status, cookies: answer.headers.getSetCookie(), ...(await answer.json()) };
}

async function logIn(): Promise<string> {
  const form = String(new URLSearchParams({ username: 'demo', password: demoPassword }));
  const { status, cookies } = await send(one, '/api/auth/login', { form });
  expect(status).toBe(200);
  return cookies.map((cookie: string) => cookie.split(';', 1)[0]).join('; ');
}

/** From when it resolves, the other has heard everything that was committed before. */
async function passOn(): Promise<void> {
  const before = received.length;
  await sendNews(db, [{ companyId: companies.other, kind: 'message' }]);
  await until('the mark is heard', () => received.length > before);
}

async function offer(cookie: string): Promise<Offer> {
  const { data } = await send(other, `/api/goods/offers?ids=${goodsPlain}`, { cookie });
  return data[0];
}

const asked = {
  offer,
  money: async (cookie: string) => (await send(other, '/api/user/user-money', { cookie })).status,
  cart: async (cookie: string) => (await send(other, '/api/cart/total', { cookie })).status,
  add: async (cookie: string) => (await send(other, '/api/cart', { cookie, form: 'lines=none' })).status,
};

const company = `id = ${companies.demo}`;
const mine = `user_id = '${users.demo}'`;

test.each([
  [
    'a freeze',
    'cart',
    `update company set status = 'frozen' where ${company}`,
    `update company set status = 'approved' where ${company}`,
  ],
  [
    'a freeze of who adds',
    'add',
    `update company set status = 'frozen' where ${company}`,
    `update company set status = 'approved' where ${company}`,
  ],
  [
    'another role of who adds',
    'add',
    `update member set role = 'viewer' where ${mine}`,
    `update member set role = 'owner' where ${mine}`,
  ],
  [
    'another role',
    'money',
    `update member set role = 'viewer' where ${mine}`,
    `update member set role = 'owner' where ${mine}`,
  ],
  [
    'a paper that ran out',
    'offer',
    `update paper set valid_from = '2019-01-01', valid_to = '2020-01-01' where company_${company}`,
    `update paper set valid_to = '2035-01-01' where company_${company}`,
  ],
  [
    'a price',
    'offer',
    `update goods set price = price + 100 where id = ${goodsPlain}`,
    `update goods set price = price - 100 where id = ${goodsPlain}`,
  ],
  [
    'an agreement',
    'offer',
    `insert into customer_price (company_id, goods_id, price) values (${companies.demo}, ${goodsPlain}, 77)`,
    `delete from customer_price where company_${company} and goods_id = ${goodsPlain}`,
  ],
  [
    'a favourite',
    'offer',
    `insert into favorite (user_id, goods_id) values ('${users.demo}', ${goodsPlain})`,
    `delete from favorite where ${mine} and goods_id = ${goodsPlain}`,
  ],
  [
    'a sell-out',
    'offer',
    `update goods set stock = 0 where id = ${goodsPlain}`,
    `update goods set stock = 600 where id = ${goodsPlain}`,
  ],
] as const)('%s is known at the next call', async (_, what, change, back) => {
  const cookie = await logIn();
  const before = await asked[what](cookie);
  expect(await asked[what](cookie)).toEqual(before);
  await pool.query(change);
  await passOn();
  const after = await asked[what](cookie);
  expect(after).not.toEqual(before);
  await pool.query(back);
  await passOn();
  const again = await logIn();
  expect(await asked[what](again)).toEqual(before);
});

test('what the one sells is gone at the other', async () => {
  const cookie = await logIn();
  await pool.query(`update goods set stock = 300 where id = ${goodsPlain}`);
  await passOn();
  expect((await offer(cookie)).number).toBe(300);
  const form = `lines[0][goods_id]=${goodsPlain}&lines[0][type]=0&lines[0][number]=300`;
  const { data: cart } = await send(one, '/api/cart', { cookie, form });
  const line = `ids[]=${cart.added[0].id}`;
  const { data: preview } = await send(one, '/api/order/preview', { cookie, form: line });
  const placed = await send(one, '/api/order', {
    cookie,
    form: `${line}&expected_total=${preview.total.pay_amount}`,
  });
  expect(placed.status, placed.message).toBe(200);
  await passOn();
  expect((await offer(cookie)).number).toBe(0);
});

test('a session that the one ends opens nothing at the other', async () => {
  const [cookie, last] = [await logIn(), await logIn()];
  expect(await asked.cart(cookie)).toBe(200);
  expect(await asked.cart(cookie)).toBe(200);
  expect((await send(one, '/api/sessions/end-others', { cookie: last, form: '' })).status).toBe(200);
  await passOn();
  expect([await asked.cart(cookie), await asked.cart(last)]).toEqual([401, 200]);
});
