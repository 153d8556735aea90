/**
 * Floods of requests that are begun and not ended, against the limits of the shop as they are: colleagues behind the same
 * address, people who log in and notices of payments are served all the same.
 */

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { signatureHeader, signBody } from '#lib/server/ports/payments/signature.ts';
import { takeBody } from '#lib/server/web/body.ts';
import type { Exchange } from '#lib/server/web/exchange.ts';
import { loginTurns } from '#lib/server/web/login-turns.ts';
import { listen } from '#lib/server/web/server.ts';
import { callApp } from '#tests/support/call-app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Handler, loginAs } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { until } from '#tests/support/server-process.ts';
import { beginSlowly, type SlowRequest, type SlowSender, sendRaw } from '#tests/support/slow-senders.ts';
import { POST as notify } from '../../src/pages/api/pay/notify/[provider].ts';

const logIn = routeOf(api.login);
const addToCart = routeOf(api.addToCart);
const logInStaff = routeOf(api.deskLogin);
const createCode = routeOf(api.createCode);

process.env.LOG_LEVEL = 'silent';
await testDatabase();
completeEnv({ AUTH_SECRET: 'a secret for tests, thirty-two characters' });

const KB = 1024;
const routes: Record<string, Handler> = {
  '/api/auth/login': logIn,
  '/api/cart': addToCart,
  '/api/desk/login': logInStaff,
  '/api/pay/notify/sandbox': notify,
  '/api/user/create-code': createCode,
};

const begun: Exchange[] = [];
const app = callApp(({ path = '' }) => ({ route: routes[path]!, params: { provider: 'sandbox' } }));
const at = { host: '127.0.0.1', port: 0, trustProxy: true, overHttps: false };
const server = await listen(at);
server.open(
  [
    (exchange) => {
      begun.push(exchange);
      return undefined;
    },
    takeBody(loginTurns(app)),
  ],
  async () => ({ reading: true, writing: true }),
);
/** Cuts late headers within a second. */
const hasty = await listen(at, { headers: 500, request: 60_000, look: 50 });
afterAll(() => Promise.all([server.close(500), hasty.close(500)]));

const [demo, other] = [await loginAs('demo'), await loginAs('other')];
const senders: SlowSender[] = [];
beforeEach(() => {
  begun.length = 0;
});
afterEach(() => {
  for (const sender of senders.splice(0)) sender.leave();
});

/** Begins so many requests, and waits until the server has what they send. */
async function flood(many: number, one: (nth: number) => SlowRequest): Promise<void> {
  for (let nth = 0; nth < many; nth++) senders.push(beginSlowly(server.port, one(nth)));
  await until('all have begun', () => begun.length === many);
}

interface Posted {
  from: string;
  body: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** The status of the answer to a form that comes at once. */
async function post(path: string, { from, body, cookie, headers }: Posted): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
  });
  await answer.arrayBuffer();
  return answer.status;
}

const credentials = (username: string) => String(new URLSearchParams({ username, password: demoPassword }));

/** What is asked beside a flood from this address, with the answers. */
async function served(from: string) {
  const elsewhere = '203.0.113.77';
  const notice = JSON.stringify({ merchant: 'another' });
  const signature = { [signatureHeader]: signBody(Buffer.from(notice)) };
  const line = `lines[0][goods_id]=${goodsPlain}&lines[0][type]=0`;
  const [colleague, neighbour, login, desk, notified] = await Promise.all([
    post('/api/cart', { from, body: line, cookie: demo }),
    post('/api/auth/login', { from, body: credentials('other') }),
    post('/api/auth/login', { from: elsewhere, body: credentials('clinic') }),
    post('/api/desk/login', { from: elsewhere, body: credentials(`nobody-${begun.length}`) }),
    post('/api/pay/notify/sandbox', { from: elsewhere, body: notice, headers: signature }),
  ]);
  return { colleague, neighbour, login, desk, notified };
}

/** The desk's password is a wrong one, and the notice is understood and found incomplete. */
const all = { colleague: 200, neighbour: 200, login: 200, desk: 422, notified: 422 };

describe('beside', () => {
  it('sixteen slow logins from two addresses everybody is served', async () => {
    await flood(16, (nth) => ({
      path: '/api/auth/login',
      length: 200,
      sent: 'username=',
      from: `198.51.100.${nth % 2}`,
    }));
    expect(await served('198.51.100.1')).toEqual(all);
  });

  it('352 unfinished bodies of 64 KB from eleven addresses everybody is served', async () => {
    await flood(352, (nth) => ({
      path: '/api/user/create-code',
      length: 64 * KB + 1,
      sent: 'x'.repeat(64 * KB),
      from: `198.51.100.${nth % 11}`,
    }));
    await until('the share of visitors is full', () => senders.some((one) => one.said() !== ''));
    expect(await served('198.51.100.1')).toEqual(all);
  });

  it('the same of a notify everybody else is served, and a notice from elsewhere', async () => {
    await flood(100, (nth) => ({
      path: '/api/pay/notify/sandbox',
      length: 64 * KB + 1,
      sent: 'x'.repeat(64 * KB),
      from: `198.51.100.${nth % 11}`,
    }));
    expect(await served('198.51.100.1')).toEqual(all);
  });

  it.each([32, 200])('%i unfinished bodies of one address its neighbours are served', async (many) => {
    await flood(many, () => ({
      path: '/api/user/create-code',
      length: 100,
      sent: 'phone=',
      from: '198.51.100.1',
    }));
    expect(await served('198.51.100.1')).toEqual(all);
  });

  it('unfinished bodies of a company another one is served', async () => {
    await flood(200, () => ({
      path: '/api/cart',
      length: 64 * KB + 1,
      sent: 'x'.repeat(64 * KB),
      from: '198.51.100.1',
      cookie: other,
    }));
    expect(await served('198.51.100.1')).toEqual(all);
  });
});

it('five hundred that never end their headers are cut, whether they close their side or not', async () => {
  const text = 'GET / HTTP/1.1\r\nHost: shop.test\r\nX-';
  for (let nth = 0; nth < 500; nth++) senders.push(sendRaw(hasty.port, nth % 2 === 0 ? text : ''));
  await until('all are cut', () => senders.every((one) => one.isClosed()));
  expect(senders.filter((one) => one.said().startsWith('HTTP/1.1 408')).length).toBe(500);
});
