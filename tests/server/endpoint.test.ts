import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { post } from '#lib/contract/call.ts';
import { AppError } from '#lib/contract/errors.ts';
import { ids, money, quantity, text } from '#lib/contract/fields.ts';
import { priced } from '#lib/contract/prices.ts';
import { endpoint } from '#lib/server/core/calls/endpoint.ts';
import { isOwnOrigin } from '#lib/server/core/calls/origin.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { testDatabase } from '#tests/support/database.ts';
import { request } from '#tests/support/request.ts';

await testDatabase('empty');

const input = z.object({
  ids: ids().optional(),
  number: quantity().optional(),
  name: text('名称').optional(),
  lines: z.array(z.object({ goods_id: z.string() })).optional(),
});
const nothing = { input: z.object({}), output: z.null() };
const silent = post('/api/test', { who: 'all', ...nothing });
const echo = post('/api/test', { who: 'all', input, output: input });
const handler = endpoint(echo, async (_context, sent) => sent);
const failing = (error: unknown) =>
  endpoint(silent, async () => {
    throw error;
  });

describe('bodies', () => {
  it.each([
    ['ids[]=1&ids[]=2', [1, 2]],
    ['ids[0]=1&ids[1]=2', [1, 2]],
    ['ids=1,2', [1, 2]],
    ['ids=7', [7]],
  ])('takes %s', async (body, expected) => {
    expect(await request(handler, { body })).toMatchObject({
      code: 200,
      status: 200,
      message: 'ok',
      data: { ids: expected },
    });
  });

  it('takes JSON too', async () => {
    expect(await request(handler, { body: { ids: [3] } })).toMatchObject({ code: 200, data: { ids: [3] } });
  });

  it('takes three hundred lines in one form, and refuses what is past the limit instead of cutting it', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => `lines[${i}][goods_id]=${i}`).join('&');
    const three = await request<{ lines: unknown[] }>(handler, { body: lines(300) });
    expect(three.data.lines).toHaveLength(300);
    expect(await request(handler, { body: lines(3_000) })).toMatchObject({ code: 422, status: 422 });
    const many = Array.from({ length: 501 }, (_, i) => `ids[]=${i + 1}`).join('&');
    expect(await request(handler, { body: many })).toMatchObject({ code: 422, message: '一次最多提交500项' });
  });

  it.each([
    ['{"ids":', 400, '请求内容不是有效的JSON'],
    ['[1]', 400, '请求内容须为JSON对象'],
    ['null', 400, '请求内容须为JSON对象'],
  ])('refuses the JSON %s', async (body, code, message) => {
    expect(await request(handler, { body, type: 'application/json' })).toMatchObject({
      code,
      status: code,
      message,
    });
  });

  it('refuses a NUL and half a sign in any text', async () => {
    const half = { body: '{"name":"a\\ud83d"}', type: 'application/json' };
    expect(await request(handler, half)).toMatchObject({ code: 422 });
    expect(await request(handler, { body: 'name=a%00b' })).toMatchObject({ code: 422 });
    expect(await request(handler, { body: { name: 'a\0b' } })).toMatchObject({ code: 422 });
    expect(await request(handler, { path: '/api/test?name=%00', body: 'number=1' })).toMatchObject({
      code: 422,
    });
  });

  it.each(['0', '-1', '1.5', '1e9', 'abc', '99999999999', ''])(
    'refuses the quantity %j with a sentence',
    async (number) => {
      const answer = await request<{ errors: Record<string, string[]> }>(handler, { body: { number } });
      expect(answer).toMatchObject({ code: 422, status: 422 });
      expect(answer.data.errors.number?.[0]).toMatch(/数量须为1到999999之间的整数/);
    },
  );

  it('takes full-width digits', async () => {
    expect(await request(handler, { body: { number: '１２' } })).toMatchObject({
      code: 200,
      data: { number: 12 },
    });
  });
});

describe('origins', () => {
  it.each([
    ['http://shop.test', 200],
    ['http://shop.test:80', 403],
    ['https://shop.test', 403],
    ['http://shop.test:8080', 403],
    ['http://www.shop.test', 403],
    ['http://evil.test', 403],
    ['null', 403],
    ['http://shop.test.evil.test', 403],
  ])('a write from %s answers %i', async (origin, code) => {
    expect(await request(handler, { body: 'ids=1', headers: { origin } })).toMatchObject({
      code,
      status: code,
    });
  });

  it.each([
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
  ])('a write without an origin that a browser calls %s answers %i', async (site, code) => {
    const answer = await request(handler, { body: 'ids=1', headers: { 'sec-fetch-site': site } });
    expect(answer).toMatchObject({ code });
  });

  it.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ['the site itself', { SITE_URL: 'https://shop.example' }, { origin: 'https://shop.example' }, true],
    ['its plain twin', { SITE_URL: 'https://shop.example' }, { origin: 'http://shop.example' }, false],
    [
      'another name of the site',
      { SITE_URL: 'https://other.example' },
      { origin: 'https://shop.example' },
      true,
    ],
    ['its plain twin', { SITE_URL: 'https://other.example' }, { origin: 'http://shop.example' }, false],
    [
      'TLS before the demo',
      { TRUST_PROXY: '1' },
      { origin: 'https://shop.example', 'x-forwarded-proto': 'https' },
      true,
    ],
    [
      'TLS that nobody may claim',
      {},
      { origin: 'https://shop.example', 'x-forwarded-proto': 'https' },
      false,
    ],
  ])('with %s (%j) a write is judged by scheme, host and port', (_, settings, sent, isOwn) => {
    completeEnv({ SITE_URL: '', TRUST_PROXY: '', ...settings });
    const headers = new Headers({ host: 'shop.example', ...sent });
    expect(isOwnOrigin({ headers })).toBe(isOwn);
    completeEnv({ SITE_URL: '', TRUST_PROXY: '' });
  });
});

describe('failures', () => {
  it('an AppError is its code, sentence and data', async () => {
    const answer = await request(failing(new AppError(409, '变了', { fresh: 1 })), { body: '' });
    expect(answer).toMatchObject({ code: 409, status: 409, message: '变了', data: { fresh: 1 } });
  });

  it('10001 answers 401', async () => {
    expect(await request(failing(new AppError(10001)), { body: '' })).toMatchObject({
      code: 10001,
      status: 401,
    });
  });

  it('429 says when to come back', async () => {
    const answer = await request(failing(new AppError(429, undefined, { retry_after: 30 })), { body: '' });
    expect(answer.headers.get('retry-after')).toBe('30');
  });

  it('anything else is 500 without a detail', async () => {
    const answer = await request(failing(new Error('password=hunter2')), { body: '' });
    expect(answer).toMatchObject({ code: 500, status: 500, message: '系统繁忙，请稍候再试', data: null });
  });

  it('a call for buyers asks a visitor to log in', async () => {
    const forBuyers = post('/api/test', { who: 'buyer', may: 'read', ...nothing });
    const guarded = endpoint(forBuyers, async () => null);
    expect(await request(guarded, { body: '' })).toMatchObject({
      code: 401,
      status: 401,
      message: '请先登录',
    });
  });
});

describe('an answer', () => {
  const line = z.object({ id: z.number(), cost: priced(money), at: z.string().optional() });
  const listed = { input: z.object({}), output: z.object({ list: z.array(line), best: line.nullable() }) };
  const call = post('/api/test', { who: 'all', ...listed });
  const answering = (data: unknown) =>
    request(
      endpoint(call, async () => data as z.output<typeof listed.output>),
      { body: '' },
    );
  const good = { id: 1, cost: '1.20', at: undefined };

  it.each([
    ['is as its schema says', { list: [good], best: null }],
    ['has prices hidden', { list: [{ id: 1 }], best: { id: 2 } }],
  ])('that %s goes out', async (_, data) => {
    expect(await answering(data)).toMatchObject({ code: 200 });
  });

  it.each([
    ['of another type', { list: [good, { ...good, id: '1' }], best: null }, 'list.1.id'],
    ['that is missing', { list: [good] }, 'best'],
    ['that is no amount', { list: [{ ...good, cost: '1.2' }], best: null }, 'list.0.cost'],
    ['of no schema', { list: [{ ...good, margin: '0.40' }], best: null }, 'list.0.margin is in no schema'],
  ])('with a field %s is a 500 in tests, and names it', async (_, data, path) => {
    const { code, message } = await answering(data);
    expect([code, message]).toEqual([500, expect.stringContaining(path)]);
    expect(message).toContain('POST /api/test');
  });

  it('is not looked at where the shop is run', async () => {
    completeEnv({ CHECK_ANSWERS: '0' });
    try {
      expect(await answering({ list: [{ ...good, id: '1' }], best: null })).toMatchObject({ code: 200 });
    } finally {
      completeEnv({ CHECK_ANSWERS: '1' });
    }
  });
});
