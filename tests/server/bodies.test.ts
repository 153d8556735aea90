/** Bodies of requests: read when the app asks, within the bounds of the process, of an address and of time. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallOf } from '#lib/contract/call.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { refusal } from '#lib/server/http/answer.ts';
import { takeBody } from '#lib/server/http/body.ts';
import { BodyBudget, bodyLimits } from '#lib/server/http/body-budget.ts';
import type { Exchange, Step } from '#lib/server/http/exchange.ts';
import { answerOf } from '#lib/server/http/response.ts';
import { listen, type WebServer } from '#lib/server/http/server.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

process.env.LOG_LEVEL = 'silent';
await testDatabase('empty');

const KB = 1024;
const limits = {
  ...bodyLimits,
  large: 256 * KB,
  small: 64 * KB,
  firstPart: 8 * KB,
  unfinished: 3,
  time: 400,
  drain: 300,
};
const schemas = {
  input: z.object({ a: z.string().optional() }),
  output: z.object({ length: z.number().optional() }),
};
type BodyCall = CallOf<typeof schemas>;
const calls: Record<string, ReturnType<typeof endpoint>> = {
  '/api/all': endpoint(
    { method: 'POST', path: '/api/all', who: 'all' } as BodyCall,
    schemas,
    async (_, { a }) => ({
      length: a?.length,
    }),
  ),
  '/api/buyers': endpoint(
    { method: 'POST', path: '/api/buyers', who: 'buyer' } as BodyCall,
    schemas,
    async () => ({}),
  ),
};

/** As Astro does it: a Request whose body is read when somebody asks for it. */
const app: Step = async ({ headers: sent, body, path = '', id, address }: Exchange) => {
  if (path === '/api/half') {
    for await (const _ of body ?? []) break;
    return refusal({ isCall: true }, 422, '不再往下读');
  }
  const headers = new Headers({ 'content-type': sent['content-type'] ?? '', host: 'shop.test' });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, duplex: 'half' };
  const url = new URL(path, 'http://shop.test');
  const request = new Request(url, Object.assign(init, { body }));
  const locals = { requestId: id, clientAddress: address, account: async () => null };
  return answerOf(await calls[path]!({ request, url, params: {}, locals } as never));
};

let server: WebServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  server.open([takeBody(limits), app], async () => ({ reading: true, writing: true }));
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(() => server.close(500));

/** Begins a request that says it brings `length` bytes, sends `sent` of them and waits. */
function begin(
  path: string,
  length: number,
  sent: string,
): { said: () => string; send: (text: string) => void; isClosed: () => boolean } {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n${sent}`,
  );
  return {
    said: () => said,
    send: (text) => void socket.write(text),
    isClosed: () => socket.closed,
  };
}

function post(path: string, body: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

test('a body is read whole when it is asked for', async () => {
  const answer = await post('/api/all', `a=${'x'.repeat(100 * KB)}`);
  expect(await answer.json()).toMatchObject({ code: 200, data: { length: 100 * KB } });
});

test('who may not call hears it before the body has come', async () => {
  const slow = begin('/api/buyers', 900 * KB, 'a=1');
  await until('the refusal', () => slow.said().includes('401'));
  expect(slow.said()).toContain('请先登录');
});

test.each(['/api/buyers', '/api/half'])(
  'a body that is not read to its end (%s) holds its connection no longer than its answer needs',
  async (path) => {
    const slow = begin(path, 900 * KB, 'x'.repeat(100 * KB));
    await until('the refusal', () => slow.said().includes('"message"'));
    await until('the end of the connection', slow.isClosed);
  },
);

test('a body that comes whole after its refusal leaves the connection to the next request', async () => {
  const slow = begin('/api/half', 100 * KB, 'x'.repeat(50 * KB));
  await until('the refusal', () => slow.said().includes('422'));
  slow.send('x'.repeat(50 * KB));
  slow.send('GET /api/half HTTP/1.1\r\nHost: shop.test\r\n\r\n');
  await until('the next answer', () => slow.said().split('HTTP/1.1').length === 3);
});

test('a body that does not come in time is 408', async () => {
  const slow = begin('/api/all', 100, 'a=1');
  await until('the refusal', () => slow.said().includes('\r\n\r\n'));
  expect(slow.said()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.said()).toContain('提交超时');
});

test('an address has no more than a few unfinished bodies', async () => {
  const held = [1, 2, 3].map(() => begin('/api/all', 100, 'a=1'));
  await until('a refusal', async () => (await post('/api/all', 'a=1')).status === 429);
  for (const one of held) one.send('x'.repeat(97));
  await until('the three to end', () => held.every((one) => one.said().includes('"length":98')));
  expect((await post('/api/all', 'a=1')).status).toBe(200);
});

test('large bodies together are bounded, small ones still pass, and memory comes back', async () => {
  const held = [1, 2].map(() => begin('/api/all', 200 * KB, `a=${'x'.repeat(150 * KB)}`));
  await until('a refusal', () => held.some((one) => one.said().startsWith('HTTP/1.1 503')));
  expect((await post('/api/all', 'a=1')).status).toBe(200);
  await until('an end', () => held.every((one) => one.said() !== ''));
  const again = await post('/api/all', `a=${'x'.repeat(200 * KB)}`);
  expect(again.status).toBe(200);
});

test('the budget counts what is held, and frees it once', () => {
  const budget = new BodyBudget(limits);
  const first = budget.begin('a')!;
  expect(first.take(200 * KB)).toBe(true);
  expect(first.take(100 * KB)).toBe(false);
  expect(budget.held).toBe(300 * KB);
  first.free();
  first.free();
  expect(budget.held).toBe(0);
  const many = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => budget.begin(name)!);
  expect(many.map((one) => one.take(8 * KB))).toEqual(many.map(() => true));
  expect(budget.begin('j')!.take(1)).toBe(false);
});
