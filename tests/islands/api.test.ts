import { expect, onTestFinished, test, vi } from 'vitest';
import { CancelledError, call, encodeForm, TimeoutError } from '#lib/client/api.ts';
import type { Sent } from '#lib/contract/call.ts';
import { requestTimeout } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type Arrived, shopServer } from '#tests/support/shop-server.ts';

const { next } = shopServer();

const read: Sent<Record<string, unknown>> = { method: 'GET', path: '/api/goods/list' };
const exempt: Sent<Record<string, unknown>> = { ...read, path: '/api/focus/index', isExempt: true };
const write: Sent<Record<string, unknown>> = { method: 'POST', path: '/api/cart' };
const edit: Sent<Record<string, unknown>> = { ...write, path: '/api/cart/{id}/edit' };

test.each<[string, Record<string, unknown>, string]>([
  ['plain values', { keywords: '阿莫 西林', page: 2, all: true }, 'keywords=阿莫 西林&page=2&all=true'],
  ['nothing for what is not there', { a: undefined, b: null, c: '', d: 0 }, 'c=&d=0'],
  ['a list', { ids: [3, 1, 2] }, 'ids[]=3&ids[]=1&ids[]=2'],
  ['an empty list', { ids: [] }, ''],
  [
    'lines',
    { lines: [{ goods_id: 1591, ck_id: 1, number: 2 }, { goods_id: 11 }] },
    'lines[0][goods_id]=1591&lines[0][ck_id]=1&lines[0][number]=2&lines[1][goods_id]=11',
  ],
  ['named values', { remarks: { '3-1-0': '周末送' } }, 'remarks[3-1-0]=周末送'],
  ['lists in lines', { lines: [{ ids: [1, 2] }] }, 'lines[0][ids][]=1&lines[0][ids][]=2'],
  ['signs that mean something', { keywords: 'a&b=c+d%[]' }, 'keywords=a&b=c+d%[]'],
])('a form holds %s', (_, input, expected) => {
  expect([...encodeForm(input)].map(([key, value]) => `${key}=${value}`).join('&')).toBe(expected);
});

test('what a form says is read back as it was', () => {
  expect(new URLSearchParams(String(encodeForm({ k: 'a&b=c+d%[] 阿' }))).get('k')).toBe('a&b=c+d%[] 阿');
});

test('a read sends its input as a sorted query and answers the data', async () => {
  const result = call(read, { page: 2, keywords: 'amxl' });
  const one = await next();
  expect(one.req).toMatchObject({ method: 'GET', url: '/api/goods/list?keywords=amxl&page=2' });
  one.answer(200, { total: 3 });
  await expect(result).resolves.toEqual({ total: 3 });
});

test('a write fills its path and sends the rest as a form', async () => {
  const result = call(edit, { id: 7, number: 20 }, { headers: { 'Idempotency-Key': 'k1' } });
  const one = await next();
  expect(one.req).toMatchObject({ method: 'POST', url: '/api/cart/7/edit' });
  expect(one.req.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(one.req.headers['idempotency-key']).toBe('k1');
  expect(one.body).toBe('number=20');
  one.answer(10000, 'done');
  await expect(result).resolves.toBe('done');
});

test('an answer that is on its way is taken once, by a read of the very same', async () => {
  const early = (text: string) => ({
    address: '/api/goods/list?page=2',
    answer: Promise.resolve({ status: 200, text }),
  });
  globalThis.earlyAnswer = early('{"code":200,"data":"early"}');
  await expect(call(read, { page: 2 })).resolves.toBe('early');
  const later = call(read, { page: 2 });
  (await next()).answer(200, 'later');
  await expect(later).resolves.toBe('later');

  globalThis.earlyAnswer = early('{"code":403,"message":"不可见"}');
  await expect(call(read, { page: 2 })).rejects.toMatchObject({ code: 403, message: '不可见' });
});

test('an answer that is on its way is nothing for another read, nor for one that comes after it', async () => {
  globalThis.earlyAnswer = {
    address: '/api/goods/list?page=2',
    answer: Promise.resolve({ status: 200, text: '{"code":200,"data":"early"}' }),
  };
  for (const page of [3, 2]) {
    const other = call(read, { page });
    (await next()).answer(200, page);
    await expect(other).resolves.toBe(page);
  }
});

test('an answer that was on its way and did not arrive is asked for anew', async () => {
  globalThis.earlyAnswer = {
    address: '/api/goods/list?page=2',
    answer: Promise.reject(new Error('the line was cut')),
  };
  const result = call(read, { page: 2 });
  (await next()).answer(200, 'anew');
  await expect(result).resolves.toBe('anew');
});

test('a value in a path cannot leave its place', async () => {
  const result = call({ ...read, path: '/api/order/{no}' }, { no: '../user/info?a=1' });
  const one = await next();
  expect(one.req.url).toBe('/api/order/..%2Fuser%2Finfo%3Fa%3D1');
  one.answer(200);
  await result;
});

test('a repeated read cancels the earlier one, and only that one', async () => {
  const first = call(read, { keywords: 'a', page: 1 });
  const { socket } = (await next()).req;
  const gone = new Promise((resolve) => socket.once('close', resolve));
  const other = call(read, { keywords: 'b' });
  const otherThere = await next();
  const again = call(read, { page: 1, keywords: 'a' });
  await expect(first).rejects.toBeInstanceOf(CancelledError);
  await gone;
  (await next()).answer(200, 'again');
  otherThere.answer(200, 'other');
  await expect(again).resolves.toBe('again');
  await expect(other).resolves.toBe('other');
});

test('an exempt read is not cancelled by its repeat', async () => {
  const both = [call(exempt, {}), call(exempt, {})];
  const there = [await next(), await next()];
  there.forEach((one, at) => {
    one.answer(200, at);
  });
  expect((await Promise.all(both)).toSorted()).toEqual([0, 1]);
});

test('writes wait for each other and none is lost, also after a failure', async () => {
  const results = [1, 2, 3].map((number) => call(write, { number }));
  const failed = expect(results[0]).rejects.toMatchObject({ code: 422 });
  for (const number of [1, 2, 3]) {
    const one = await next();
    expect(one.body).toBe(`number=${number}`);
    // A read begun now arrives at once: no further write was on its way before it.
    const behind = call(exempt, { number });
    const read = await next();
    expect(read.req.method).toBe('GET');
    read.answer(200);
    await behind;
    if (number === 1) one.answer(422, { errors: { number: ['数量不正确'] } }, '数量不正确');
    else one.answer(200, number);
  }
  await failed;
  await expect(Promise.all(results.slice(1))).resolves.toEqual([2, 3]);
});

test('a write is not cancelled by a read of the same path', async () => {
  const [wrote, readIt] = [call(write, {}), call({ ...read, path: write.path }, {})];
  for (const one of [await next(), await next()]) one.answer(200, one.req.method);
  await expect(Promise.all([wrote, readIt])).resolves.toEqual(['POST', 'GET']);
});

test.each([
  [409, '价格已变化', { total: '1.00' }],
  [10001, '登录已失效，请重新登录', null],
  [500, '系统繁忙，请稍候再试', null],
])('code %i rejects with its sentence and data', async (code, message, data) => {
  const failed = expect(call(read, { code })).rejects.toEqual(new AppError(code, message, data));
  (await next()).answer(code, data, message);
  await failed;
});

test.each([
  [502, 'text/html', '<h1>Bad Gateway</h1>', 502],
  [200, 'text/html', '<p>proxy</p>', 500],
  [413, 'text/plain', '', 413],
])('an answer of %i in %s is no envelope', async (status, type, body, code) => {
  const failed = expect(call(read, { status, type })).rejects.toMatchObject({ name: 'AppError', code });
  (await next()).answerRaw(status, type, body);
  await failed;
});

test('a read whose line is cut is sent once more', async () => {
  const result = call(read, { cut: 1 });
  (await next()).req.socket.destroy();
  const again = await next();
  expect(again.req.url).toBe('/api/goods/list?cut=1');
  again.answer(200, 'again');
  await expect(result).resolves.toBe('again');
});

test('a line that is cut twice counts as no answer in time', async () => {
  const failed = expect(call(read, { cut: 2 })).rejects.toBeInstanceOf(TimeoutError);
  for (let nth = 0; nth < 2; nth++) (await next()).req.socket.destroy();
  await failed;
});

test('a write whose line is cut is not sent again: it may have arrived', async () => {
  const failed = expect(call(write, { cut: 3 })).rejects.toBeInstanceOf(TimeoutError);
  (await next()).req.socket.destroy();
  await failed;
  const behind = call(write, { number: 1 });
  const one = await next();
  expect(one.body).toBe('number=1');
  one.answer(200);
  await behind;
});

test('a read that was cancelled while it waits for its second try stays cancelled', async () => {
  const first = expect(call(read, { cut: 4 })).rejects.toBeInstanceOf(CancelledError);
  (await next()).req.socket.destroy();
  const again = call(read, { cut: 4 });
  (await next()).answer(200, 'newer');
  await first;
  await expect(again).resolves.toBe('newer');
});

test.each([
  ['headers', (_one: Arrived) => undefined],
  ['the rest of the body', (one: Arrived) => one.begin('{"code":200,')],
])('no answer within the time limit, waiting for %s, and no second try', async (_part, begin) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const failed = expect(call(read, { slow: 1 })).rejects.toBeInstanceOf(TimeoutError);
  begin(await next());
  vi.advanceTimersByTime(requestTimeout - 1);
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(1);
  await failed;
});
