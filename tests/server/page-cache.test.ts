import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beforePurges, purgeSoon } from '#lib/server/web/cache/purges.ts';
import { cacheSize, pageCounts, purgePages } from '#lib/server/web/cache/store.ts';
import { cacheAddress } from '#lib/server/web/cache-address.ts';
import { listenForPurges } from '#lib/server/web/cache-listener.ts';
import { compressed } from '#lib/server/web/compress.ts';
import type { Asked, Render } from '#lib/server/web/exchange.ts';
import { pageCache } from '#lib/server/web/page-cache.ts';
import { answerOf } from '#lib/server/web/response.ts';
import { listen, type WebServer } from '#lib/server/web/server.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/server-process.ts';

const { pool } = await testDatabase('empty');
let renders = 0;
/** What the app was asked with, last. */
let seen: Asked['headers'] = {};
let arrived = 0;
let hold: Promise<void> | undefined;
let server: WebServer;
let base: string;

/** Stands in for Astro: every page says which rendering it is. */
const app: Render = async ({ path = '', headers: given }) => {
  renders += 1;
  seen = given;
  const text = `<p>第${renders}次</p>${'阿莫西林'.repeat(500)}`;
  await hold;
  if (path.endsWith('/broken')) throw new Error('for this test');
  if (/\/moved$|\.csv$/.test(path) && given.cookie === undefined)
    return { status: 302, headers: { location: '/login' }, body: null };
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  if (!path.startsWith('/business/')) {
    headers.set('CDN-Cache-Control', 'max-age=60');
    headers.set('Cache-Tag', path === '/list' ? 'goods' : `goods:${path.split('/').at(-1)}`);
  }
  if (path.endsWith('/cookie')) headers.set('Set-Cookie', 'a=1');
  return answerOf(new Response(text, { status: path.endsWith('/missing') ? 404 : 200, headers }));
};

beforeAll(async () => {
  server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  base = `http://127.0.0.1:${server.port}`;
  const count = () => {
    arrived += 1;
    return undefined;
  };
  const pages = pageCache(async (asked) => compressed(asked, await app(asked)));
  server.open([count, pages], async () => ({ reading: true, writing: true }));
  await listenForPurges();
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

test('a page for everyone is made without what its first reader brought; a page for one with all of it', async () => {
  const own = {
    'accept-encoding': 'gzip, br;q=0.5',
    cookie: 'yp=1',
    authorization: 'Bearer x',
    'x-mark': '1',
  };
  const first = await get('/list', own);
  expect(seen).toEqual({ host: 'localhost', 'accept-encoding': 'gzip' });
  expect(first.cache).toBe('miss');
  expect((await get('/list', { 'accept-encoding': 'gzip' })).text).toBe(first.text);
  await get('/business/1', own);
  expect(seen).toMatchObject(own);
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

test('what is taken without compression is kept when it is asked for again, the few pages of all at once', async () => {
  const plainly = (path = '/list?page=9') => get(path, { 'accept-encoding': 'identity' });
  expect([(await plainly()).cache, cacheSize().pages]).toEqual(['miss', 0]);
  expect([(await plainly()).cache, cacheSize().pages]).toEqual(['miss', 1]);
  expect((await plainly()).cache).toBe('hit');
  expect([(await plainly('/list')).cache, (await plainly('/list')).cache]).toEqual(['miss', 'hit']);
});

test.each(['/business/1', '/list/info/cookie', '/list/info/missing'])('%s is never kept', async (path) => {
  await get(path);
  await get(path);
  expect(cacheSize()).toEqual({ pages: 0, bytes: 0 });
});

test('orders by price make no entry; unknown parameters and the order of the others no second one', async () => {
  await get('/list?sort=price');
  await get('/list?price_min=1');
  expect(cacheSize().pages).toBe(0);
  await get('/list?utm_source=x');
  const before = renders;
  expect([(await get('/list')).cache, (await get('/list?a=1&utm_source=y')).cache]).toEqual(['hit', 'hit']);
  expect([renders - before, cacheSize().pages]).toEqual([0, 1]);
  purgePages('all');
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

/** The status of an answer to a request line and a Host that no library would send. */
function statusOf(path: string, host: string): Promise<number> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers: { host, 'accept-encoding': 'br' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject).end();
  });
}

test.each(['x/list/info/8?', 'x#', 'a@b', 'a b', 'x\\y', '[::1', 'x:123456', 'x%2flist'])(
  'a Host of %j is refused: it would be part of the address that is rendered',
  async (host) => {
    const before = renders;
    expect(await statusOf('/list/info/7', host)).toBe(400);
    expect([renders - before, cacheSize().pages]).toEqual([0, 0]);
  },
);

test.each(['shop.example', 'shop.example:8080', '127.0.0.1:4321', '[::1]:4321'])(
  'a Host of %j is one',
  async (host) => {
    expect(await statusOf('/list/info/7', host)).toBe(200);
  },
);

test('a path with dot segments is the page that it leads to, stored and counted under its name', async () => {
  await get('/list');
  const before = renders;
  for (const path of ['/img/../list', '/img/%2e%2e/list', '/./list', '/x/y/../../list'])
    expect(await statusOf(path, 'localhost')).toBe(200);
  expect([renders - before, cacheSize().pages]).toEqual([0, 1]);
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

/** Lets the app go on that was held with `hold`. */
function holdApp(): () => void {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = () => {
      hold = undefined;
      resolve();
    };
  });
  return release;
}

test('of forty readers at once one has the page made, all get its bytes', async () => {
  const before = renders;
  const release = holdApp();
  const all = arrived + 40;
  const readers = Array.from({ length: 40 }, () => get('/list'));
  await until('all are there', () => arrived === all);
  release();
  const answers = await Promise.all(readers);
  expect(renders - before).toBe(1);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ cache }) => cache === 'miss')).toHaveLength(1);
});

test('readers who come after a purge get a page made after it, and never two are made at once', async () => {
  const before = renders;
  const release = holdApp();
  const all = arrived + 22;
  const early = [get('/list'), get('/list')];
  await until('both are there', () => arrived === all - 20);
  purgePages(['goods']);
  const late = Array.from({ length: 20 }, () => get('/list'));
  await until('all are there', () => arrived === all);
  expect(renders).toBe(before + 1);
  release();
  const [first, again] = [await Promise.all(early), await Promise.all(late)];
  const rendering = ({ text }: { text: string }) => Number(/\d+/.exec(text)?.[0]);
  expect(first.map(rendering)).toEqual([before + 1, before + 1]);
  expect(new Set(again.map(rendering))).toEqual(new Set([before + 2]));
  expect((await get('/list')).cache).toBe('hit');
});

test('a reader who goes away takes the page from nobody', async () => {
  const before = renders;
  const release = holdApp();
  const gone = new AbortController();
  const first = fetch(`${base}/list`, { headers: { 'accept-encoding': 'br' }, signal: gone.signal });
  await until('it is being made', () => renders === before + 1);
  gone.abort();
  await expect(first).rejects.toThrow();
  release();
  await until('it is kept', () => cacheSize().pages === 1);
  expect([(await get('/list')).cache, renders]).toEqual(['hit', before + 1]);
});

test('a page for one is no page for those who wait for it', async () => {
  const before = renders;
  const release = holdApp();
  const all = arrived + 5;
  const readers = Array.from({ length: 5 }, () => get('/business/2'));
  await until('all are there', () => arrived === all);
  release();
  const texts = (await Promise.all(readers)).map(({ text }) => text);
  // One rendering was for nobody, and told that the page is for one.
  expect([new Set(texts).size, renders - before]).toEqual([5, 6]);
});

test.each(['/list/info/moved', '/wdqb/yegl/mingxi.csv'])(
  '%s leads visitors elsewhere, and whoever is logged in gets it, in whatever order they ask',
  async (path) => {
    const buyer = { 'accept-encoding': 'br', cookie: 'yp=1' };
    const ask = async (headers?: Record<string, string>) => {
      const response = await fetch(base + path, { headers: headers ?? {}, redirect: 'manual' });
      await response.arrayBuffer();
      return [response.status, response.headers.get('cache-control')];
    };
    const out = [302, 'private, no-store'];
    const isNamed = cacheAddress(path) !== undefined;
    for (const brings of [buyer, undefined, buyer, undefined])
      expect((await ask(brings))[0], JSON.stringify(brings)).toBe(brings ? 200 : 302);
    // Nothing is known of the same page in another encoding.
    const visitor = { 'accept-encoding': 'gzip' };
    const other = { ...buyer, ...visitor };
    const release = holdApp();
    const all = arrived + 4;
    const asked = [visitor, other, visitor, other].map(ask);
    await until('all are there', () => arrived === all);
    release();
    const said = await Promise.all(asked);
    expect([said[0], said[2]]).toEqual([out, out]);
    expect([said[1]?.[0], said[3]?.[0]]).toEqual([200, 200]);
    expect(isNamed).toBe(path.startsWith('/list'));
  },
);

test('what is not there is made again with what the request brought', async () => {
  await get('/list/info/missing?mark=1', { cookie: 'yp=2' });
  expect(seen).toMatchObject({ cookie: 'yp=2' });
});

test('when a page fails its readers hear so at once, and the next one tries again', async () => {
  const before = renders;
  const release = holdApp();
  const all = arrived + 5;
  const readers = Array.from({ length: 5 }, () => get('/list/info/broken'));
  await until('all are there', () => arrived === all);
  release();
  const answers = await Promise.all(readers);
  expect(answers.map(({ response }) => response.status).sort()).toEqual([500, 503, 503, 503, 503]);
  await get('/list/info/broken');
  expect(renders - before).toBe(2);
});

test('changes of a tenth of a second are one purge, after what prepares it; pages of other goods stay', async () => {
  for (const path of ['/list/info/1', '/list/info/2', '/list/info/3', '/list']) await get(path);
  const order: string[] = [];
  const forget = beforePurges(async () => {
    order.push(`prepared with ${cacheSize().pages} pages`);
    return ['goods'];
  });
  const { purges } = pageCounts();
  for (const id of [1, 2, 1, 2, 2]) purgeSoon([`goods:${id}`]);
  await until('they are gone', () => pageCounts().purges > purges);
  forget();
  expect(order).toEqual(['prepared with 4 pages']);
  expect([pageCounts().purges - purges, cacheSize().pages]).toEqual([1, 1]);
  expect((await get('/list/info/3')).cache).toBe('hit');
});

test('a page that is read a lot is made anew once a purge before it goes; nobody waits', async () => {
  for (let read = 0; read < 25; read++) await get('/list/info/1');
  const before = renders;
  const release = holdApp();
  purgeSoon(['goods:1']);
  await until('it is being made', () => renders > before);
  const meanwhile = await get('/list/info/1');
  release();
  await until('the new one is there', async () => (await get('/list/info/1')).text !== meanwhile.text);
  expect([meanwhile.cache, renders - before]).toEqual(['hit', 1]);
});

test('it goes all the same when making it takes too long, and what comes then waits for the new one', async () => {
  for (let read = 0; read < 25; read++) await get('/list/info/1');
  const old = await get('/list/info/1');
  const before = renders;
  const release = holdApp();
  purgeSoon(['goods:1']);
  await until('it is gone', () => renders > before && cacheSize().pages === 0);
  const all = arrived + 2;
  const late = [get('/list/info/1'), get('/list/info/1')];
  await until('both are there', () => arrived === all);
  release();
  const texts = (await Promise.all(late)).map(({ text }) => text);
  expect([texts[0] === old.text, texts[0] === texts[1], renders - before]).toEqual([false, true, 1]);
});

test('a purge while it is made anew has it made once more', async () => {
  for (let read = 0; read < 25; read++) await get('/list/info/1');
  const before = renders;
  const release = holdApp();
  purgeSoon(['goods:1']);
  await until('it is being made', () => renders > before);
  const { purges } = pageCounts();
  purgeSoon(['goods:1']);
  await until('the second purge', () => pageCounts().purges > purges);
  release();
  const shown = async () => Number(/\d+/.exec((await get('/list/info/1')).text)?.[0]);
  await until('it is made again and kept', async () => (await shown()) === before + 2);
  expect([renders - before, cacheSize().pages]).toEqual([2, 1]);
});

test('a page kept anew stands under its new tags only', async () => {
  await get('/list/info/1');
  purgePages(['goods:1']);
  await get('/list/info/1');
  purgePages(['goods:2']);
  expect(cacheSize().pages).toBe(1);
  purgePages(['goods:1']);
  expect(cacheSize()).toEqual({ pages: 0, bytes: 0 });
});

test('while the connection is down stored pages go on, nothing new is kept, and afterwards it works again', async () => {
  await get('/list');
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yaopi bus' and datname = current_database()`,
  );
  // New pages are made and not kept: nothing is heard.
  await until('the loss is noticed', async () => {
    const before = cacheSize().pages;
    await get(`/list?page=${arrived + 2}`);
    return cacheSize().pages === before;
  });
  expect((await get('/list')).cache).toBe('hit');
  await until('what was stored is gone: a purge may be missing', () => cacheSize().pages === 0);
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
  ['/list?next=/x&page=2', '/list?page=2'],
  ['/list?form=片剂&form=散剂', `/list?form=${encodeURIComponent('片剂|散剂')}`],
  ['/list?sort=price&page=2', undefined],
  ['/list?buyable=1', undefined],
  ['/?keywords=x', '/'],
  ['/list/info/7?page=3', '/list/info/7'],
  ['/shop?page=2&sort=sale', '/shop?page=2'],
  ['/cart', undefined],
  ['/login?next=/cart', undefined],
  ['/loading?to=/list', undefined],
  ['/cart_step2?ids=1', undefined],
  ['/cart_step2', undefined],
  ['/wdqb/yegl/mingxi.csv', undefined],
  ['/wdqb/yegl/mingxi.xml', undefined],
  ['/file/package/1', undefined],
  ['/%63art', undefined],
  ['/nothing/here', undefined],
  ['/sitemap/goods-1.xml?x=1', '/sitemap/goods-1.xml'],
])('%s is kept under %s', (from, name) => {
  expect(cacheAddress(from)).toBe(name);
});

test('the viewers behind one address have a share of their own for the files of live rooms', async () => {
  const statuses = (paths: string[]) =>
    Promise.all(paths.map(async (path) => (await get(path)).response.status));
  const asked = Array.from(
    { length: 240 },
    (_, nth) => `/live/1/${nth % 2 === 0 ? 'picture' : 'words'}.m3u8`,
  );
  const files: number[] = [];
  // Ten viewers ask for a minute, above what one address has of pages.
  for (const _ of Array(5)) files.push(...(await statuses(asked)));
  expect(new Set(files)).toEqual(new Set([200]));
  const pages: number[] = [];
  for (let nth = 0; nth < 650; nth += 50)
    pages.push(...(await statuses(Array<string>(50).fill('/business/1/private'))));
  expect(pages).toContain(429);
  expect(await statuses(['/live/1/words.m3u8'])).toEqual([200]);
});
