/** Bodies of requests: read when the app asks, within the bounds of the process, of an address and of time. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { post as postCall } from '#lib/contract/call.ts';
import { endpoint } from '#lib/server/core/calls/endpoint.ts';
import { refusal } from '#lib/server/web/answer.ts';
import { takeBody } from '#lib/server/web/body.ts';
import { type BodyAccount, BodyBudget, type BodyLimits, bodyLimits } from '#lib/server/web/body-budget.ts';
import type { Step } from '#lib/server/web/exchange.ts';
import { listen, type WebServer } from '#lib/server/web/server.ts';
import { callApp } from '#tests/support/call-app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';
import { beginSlowly, type SlowSender } from '#tests/support/slow-senders.ts';

process.env.LOG_LEVEL = 'silent';
await testDatabase('empty');

const KB = 1024;
const limits = {
  ...bodyLimits,
  shares: {
    visitor: { small: 64 * KB, large: 256 * KB },
    member: { small: 16 * KB, large: 0 },
    notice: { small: 16 * KB, large: 0 },
  },
  firstPart: 8 * KB,
  unfinished: 3,
  drain: 300,
};
/** Reads on behind a refusal for as long as a sender on a busy machine needs. */
const patient = { ...limits, drain: bodyLimits.drain };
/** Cuts what stands still within half a second. */
const hasty = { ...bodyLimits, silence: 300, look: 20 };
const schemas = {
  input: z.object({ a: z.string().optional() }),
  output: z.object({ length: z.number().optional() }),
};
const calls: Record<string, ReturnType<typeof endpoint>> = {
  '/api/all': endpoint(postCall('/api/all', { who: 'all', ...schemas }), async (_, { a }) => ({
    length: a?.length,
  })),
  '/api/buyers': endpoint(
    postCall('/api/buyers', { who: 'buyer', may: 'read', ...schemas }),
    async () => ({}),
  ),
};

const call = callApp(({ path = '' }) => ({ route: calls[path]! }));
const app: Step = async (exchange) => {
  if (exchange.path !== '/api/half') return call(exchange);
  for await (const _ of exchange.body ?? []) break;
  return refusal(exchange, 422, '不再往下读');
};

let server: WebServer;
let patientServer: WebServer;
let hastyServer: WebServer;
const slow: SlowSender[] = [];

async function serve(limits: BodyLimits): Promise<WebServer> {
  const made = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  made.open([takeBody(app, limits)], async () => ({ reading: true, writing: true }));
  return made;
}

beforeAll(async () => {
  [server, patientServer, hastyServer] = [await serve(limits), await serve(patient), await serve(hasty)];
});

afterEach(() => {
  vi.useRealTimers();
  for (const sender of slow.splice(0)) sender.leave();
});

afterAll(() => Promise.all([server, patientServer, hastyServer].map((one) => one.close(500))));

/** Begins a request that says it brings `length` bytes, sends `sent` of them and waits. */
function begin(path: string, length: number, sent: string, to = server): SlowSender {
  const sender = beginSlowly(to.port, { path, length, sent });
  slow.push(sender);
  return sender;
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
  const slow = begin('/api/half', 100 * KB, 'x'.repeat(50 * KB), patientServer);
  await until('the refusal', () => slow.said().includes('422'));
  slow.send('x'.repeat(50 * KB));
  slow.send('GET /api/half HTTP/1.1\r\nHost: shop.test\r\n\r\n');
  await until('the next answer', () => slow.said().split('HTTP/1.1').length === 3);
});

test('a body that stands still is cut long before its time', async () => {
  const still = begin('/api/all', 100, 'a=1', hastyServer);
  await until('the refusal', () => still.said().includes('\r\n\r\n'), bodyLimits.time / 3);
  expect(still.said()).toMatch(/^HTTP\/1\.1 408 /);
  expect(still.said()).toContain('提交超时');
  await until('the end of the connection', still.isClosed);
});

test('an address has no more than a few unfinished bodies, and its next one takes the place of one of them', async () => {
  const held = [1, 2, 3].map(() => begin('/api/all', 100, 'a=1'));
  await until('one of them is cut', async () => {
    expect((await post('/api/all', 'a=1')).status).toBe(200);
    return held.some((one) => one.said() !== '');
  });
  const [cut, ...left] = held.toSorted((a, b) => b.said().length - a.said().length);
  expect(cut?.said()).toMatch(/^HTTP\/1\.1 408 /);
  for (const one of left) one.send('x'.repeat(97));
  await until('the others to end', () => left.every((one) => one.said().includes('"length":98')));
});

test('large bodies together are bounded, small ones still pass, and memory comes back', async () => {
  const held = [1, 2].map(() => begin('/api/all', 200 * KB, `a=${'x'.repeat(150 * KB)}`));
  await until('a refusal', () => held.some((one) => /^HTTP\/1\.1 (503|408)/.test(one.said())));
  expect((await post('/api/all', 'a=1')).status).toBe(200);
  for (const one of held) one.leave();
  await until('room', async () => (await post('/api/all', `a=${'x'.repeat(200 * KB)}`)).status === 200);
});

/** Who sends takes so long. */
function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

test('the budget counts what is held, and frees it once', () => {
  const budget = new BodyBudget(limits);
  const first = budget.begin('visitor', 'a');
  expect(first.take(200 * KB)).toBe(true);
  expect(first.take(100 * KB)).toBe(false);
  expect(budget.held).toBe(300 * KB);
  first.free();
  first.free();
  expect(budget.held).toBe(0);
});

test('where a share is full the key that holds most loses its slowest; other shares do not notice', async () => {
  vi.useFakeTimers();
  const budget = new BodyBudget({ ...limits, unfinished: 100 });
  const greedy = Array.from({ length: 7 }, () => {
    const body = budget.begin('visitor', 'greedy');
    expect(body.take(8 * KB)).toBe(true);
    body.wait();
    pass(5);
    return body;
  });
  const neighbour = budget.begin('visitor', 'neighbour');
  expect(neighbour.take(8 * KB)).toBe(true);
  // A colleague of the greedy one, and somebody else.
  for (const key of ['greedy', 'other']) expect(budget.begin('visitor', key).take(4 * KB)).toBe(true);
  expect(greedy.map((body) => body.isCut())).toEqual([true, ...Array(6).fill(false)]);
  expect(await greedy[0]!.cut).toBe('cut');
  expect(greedy[0]!.take(1)).toBe(false);
  expect(neighbour.isCut()).toBe(false);
  expect(budget.held).toBe(64 * KB);
  expect(budget.begin('member', 'company 1').take(8 * KB)).toBe(true);
  expect(budget.begin('notice', 'greedy').take(8 * KB)).toBe(true);
});

test('of two large bodies that come well the first one goes on; one that stands still makes room', () => {
  vi.useFakeTimers();
  const budget = new BodyBudget(limits);
  const first = ['a', 'b'].map((key) => {
    const body = budget.begin('visitor', key);
    expect(body.take(120 * KB)).toBe(true);
    body.wait();
    return body;
  });
  const next = budget.begin('visitor', 'c');
  expect(next.take(100 * KB)).toBe(false);
  next.free();
  pass(limits.silence / 2);
  expect(budget.begin('visitor', 'd').take(100 * KB)).toBe(true);
  expect(first.map((body) => body.isCut())).toEqual([true, false]);
});

test('a key that has more than half of the room for large bodies makes room for others', () => {
  const budget = new BodyBudget(limits);
  const greedy = [1, 2].map(() => budget.begin('visitor', 'greedy'));
  expect(greedy.map((body) => body.take(120 * KB))).toEqual([true, true]);
  expect(budget.begin('visitor', 'greedy').take(100 * KB)).toBe(false);
  expect(budget.begin('visitor', 'other').take(100 * KB)).toBe(true);
  expect(greedy.filter((body) => body.isCut())).toHaveLength(1);
});

/** Takes so many bytes every so often, ms, until the body is cut; answers when that was. */
function drip(body: BodyAccount, bytes: number, every: number): number {
  for (let at = 0; at < 100_000; at += every) {
    body.wait();
    vi.advanceTimersByTime(every);
    if (body.isCut() || !body.take(bytes)) return at + every;
  }
  return Number.POSITIVE_INFINITY;
}

test('with the limits of the shop what stands still, drips or has no end is cut in time', () => {
  vi.useFakeTimers();
  const budget = new BodyBudget(bodyLimits);
  const begin = () => budget.begin('member', 'company 1');
  expect(drip(begin(), 1, 20_000), 'no byte in ten seconds').toBe(20_000);
  expect(drip(begin(), 1, 1_000), 'a byte a second').toBe(17_000);
  expect(drip(begin(), 10 * KB, 1_000), '10 KB a second').toBe(60_000);
  const burst = begin();
  burst.take(1024 * KB);
  expect(drip(burst, 0, 20_000), 'a megabyte at once, and then nothing').toBe(20_000);
});

test('time in which its sender is not waited for makes no body slow, and no timer stays behind', () => {
  vi.useFakeTimers();
  const budget = new BodyBudget(limits);
  const [read, left] = [budget.begin('visitor', 'a'), budget.begin('visitor', 'b')];
  for (const body of [read, left]) {
    body.wait();
    body.take(KB);
  }
  vi.advanceTimersByTime(limits.time - 10_000);
  expect([read.isCut(), left.isCut()]).toEqual([false, false]);
  read.finish();
  vi.advanceTimersByTime(12_000);
  expect([read.isCut(), left.isCut(), vi.getTimerCount()]).toEqual([false, true, 0]);
});
