/** What a request line asks for is read alike, whether there is anything to resolve in it or not. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openExchange } from '#lib/server/web/exchange.ts';

function read(url: string): { url: string; path: string | undefined } {
  const req = {
    method: 'GET',
    url,
    headers: { host: 'shop.test' },
    socket: {},
  } as unknown as IncomingMessage;
  const { url: asked, path } = openExchange(req, {} as ServerResponse, false);
  return { url: asked, path };
}

/** As the platform's own reader of addresses has it. */
function expected(url: string): { url: string; path: string | undefined } {
  const parsed = url.startsWith('/') ? URL.parse(`http://localhost${url}`) : null;
  if (parsed === null) return { url, path: undefined };
  try {
    const path = decodeURIComponent(parsed.pathname);
    if (path.includes('\0')) return { url, path: undefined };
    return { url: parsed.pathname + parsed.search, path };
  } catch {
    return { url, path: undefined };
  }
}

test.each([
  '/',
  '/list',
  '/list?',
  '/list?category_id=7&size=40',
  '/api/goods/list?keywords=%E7%89%87&a[]=1&b=1,2:3+4',
  '/list/../cart',
  '/list/./cart',
  '/list/%2e%2e/cart',
  '/a//b',
  '//b/c',
  '/list?a=%zz',
  '/%zz',
  '/%00',
  '/list#part',
  '/list\\cart',
  '/list?a=b c',
  '/list;a=1',
  '/_astro/a.b-c.js',
  'list',
  '',
])('%j', (url) => {
  expect(read(url)).toEqual(expected(url));
});

test('whatever is asked for', () => {
  const char = fc.constantFrom(...'aZ09_-/./?=&%+[]:,#2e\\;é "\'<'.split(''));
  fc.assert(
    fc.property(fc.array(char, { maxLength: 20 }), (chars) => {
      const url = `/${chars.join('')}`;
      expect(read(url)).toEqual(expected(url));
    }),
    { numRuns: 5_000 },
  );
});
