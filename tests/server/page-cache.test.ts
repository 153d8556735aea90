import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cacheAddress } from '#lib/server/http/cache-address.ts';
import { listenForPurges } from '#lib/server/http/cache-listener.ts';
import { compressAnswer } from '#lib/server/http/compress.ts';
import type { Step } from '#lib/server/http/exchange.ts';
import { pageCache } from '#lib/server/http/page-cache.ts';
import { listen, type WebServer } from '#lib/server/http/server.ts';
import { cacheSize, purgePages } from '#lib/server/page-cache.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { url, pool } = await testDatabase('empty');
let renders = 0;
let hold: Promise<void> | undefined;
let server: WebServer;
let base: string;

/** Stands in for Astro: every page says which rendering it is. */
const app: Step = async ({ res, path = '' }) => {
  renders += 1;
  const text = `<p>第${renders}次</p>${'阿莫西林'.repeat(500)}`;
  await hold;
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (path !== '/private') {
    res.setHeader('CDN-Cache-Control', 'max-age=60');
    res.setHeader('Cache-Tag', path === '/list' ? 'goods' : `goods:${path.split('/').at(-1)}`);
  }
  if (path === '/cookie') res.setHeader('Set-Cookie', 'a=1');
  res.writeHead(path === '/missing' ? 404 : 200);
  res.end(text);
  return true;
};

beforeAll(async () => {
  server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  base = `http://127.0.0.1:${server.port}`;
  const compress: Step = ({ req, res }) => {
    compressAnswer(req, res);
    return false;
  };
  server.open([pageCache, compress, app], async () => true);
  await listenForPurges(url);
});
afterAll(() => server.close(1000));
beforeEach(() => purgePages('all'));

async function get(path: string, headers: Record<string, string> = { 'accept-encoding': 'br' }) {
  const response = await fetch(base + path, { headers });
  const text = await response.text();
  return { response, text: text.slice(0, 12), cache: response.headers.get('x-cache') };
}

test('the second reader gets the bytes of the first, and no header of the cache itself', async () => {
  const first = await get('/list');
  const second = await get('/list');
  expect([first.cache, second.cache]).toEqual(['miss', 'hit']);
  expect(second.text).toBe(first.text);
  expect(second.response.headers.get('content-encoding')).toBe('br');
  expect(second.response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  for (const name of ['cdn-cache-control', 'cache-tag'])
    expect(second.response.headers.has(name)).toBe(false);
  expect(second.response.headers.get('x-request-id')).not.toBe(first.response.headers.get('x-request-id'));
});

test('each encoding has bytes of its own, and a tag that answers 304', async () => {
  await get('/list');
  const plain = await get('/list', { 'accept-encoding': 'identity' });
  expect([plain.cache, plain.response.headers.has('content-encoding')]).toEqual(['miss', false]);
  const hit = await get('/list', { 'accept-encoding': 'identity' });
  const etag = hit.response.headers.get('etag') ?? '';
  const same = await get('/list', { 'accept-encoding': 'identity', 'if-none-match': etag });
  expect([same.response.status, same.text]).toEqual([304, '']);
});

test.each(['/private', '/cookie', '/missing'])('%s is never kept', async (path) => {
  await get(path);
  await get(path);
  expect(cacheSize()).toEqual({ pages: 0, bytes: 0 });
});

test('unknown parameters and orders by price make no entry, the order of parameters no second one', async () => {
  await get('/list?utm_source=x');
  await get('/list?sort=price');
  await get('/list?page=1&page=2');
  expect(cacheSize().pages).toBe(0);
  await get('/list?page=2&sort=sale');
  const other = await get('/list?sort=sale&page=2&keywords=');
  expect([other.cache, cacheSize().pages]).toEqual(['hit', 1]);
});

test('a foreign host makes no entry of its own and gets the page of everyone', async () => {
  await get('/list', { 'accept-encoding': 'identity' });
  const text = await new Promise<string>((resolve, reject) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'accept-encoding': 'identity',
    };
    const call = request(`${base}/list`, { headers }, (answer) => {
      expect(answer.headers['x-cache']).toBe('hit');
      let body = '';
      answer.on('data', (piece) => {
        body += piece;
      });
      answer.on('end', () => resolve(body));
    });
    call.on('error', reject).end();
  });
  expect(text).not.toContain('evil');
  expect(cacheSize().pages).toBe(1);
});

test('a change of goods elsewhere drops lists and the page of that goods, and no other', async () => {
  for (const path of ['/list', '/list/info/7', '/list/info/8']) await get(path);
  await pool.query(`select pg_notify('catalogue_changed', '[7]')`);
  await until('the pages are gone', () => cacheSize().pages === 1);
  expect((await get('/list/info/8')).cache).toBe('hit');
  expect((await get('/list/info/7')).cache).toBe('miss');
  await pool.query(`select pg_notify('pages_changed', 'goods:8')`);
  await until('the page is gone', async () => (await get('/list/info/8')).cache === 'miss');
});

test('a page that was begun before a purge is not kept', async () => {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const before = renders;
  const slow = get('/list');
  await until('it is being rendered', () => renders > before);
  purgePages(['goods']);
  release();
  hold = undefined;
  expect((await slow).cache).toBe('miss');
  expect(cacheSize().pages).toBe(0);
});

test('while the connection is down nothing is kept, and afterwards it works again', async () => {
  await get('/list');
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yaopi pages' and datname = current_database()`,
  );
  await until('the store is empty', () => cacheSize().pages === 0);
  await until('pages are kept again', async () => {
    await get('/list');
    return cacheSize().pages === 1;
  });
});

test.each([
  ['/list?page=2&category_id=3', '/list?category_id=3&page=2'],
  ['/list?page=', '/list'],
  ['/api/goods/list', undefined],
  [`/list?keywords=${'a'.repeat(300)}`, undefined],
  ['/list?next=/x', undefined],
])('%s is kept under %s', (from, name) => {
  expect(cacheAddress(from)).toBe(name);
});
