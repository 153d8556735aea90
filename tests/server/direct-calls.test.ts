/** A call that is answered without Astro says what it says through it, to the byte. */
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { answerCall } from '#lib/server/router/answer-call.ts';
import { answerDirectly } from '#lib/server/web/direct-calls.ts';
import type { Asked } from '#lib/server/web/exchange.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';

await testDatabase();

interface Sent {
  method?: string;
  url: string;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

function askedOf({ method = 'GET', url, type, body, headers }: Sent, cookie?: string): Asked {
  async function* pieces() {
    // Cut where a character may be cut.
    const bytes = Buffer.from(body ?? '');
    for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
  }
  return {
    method,
    url,
    headers: {
      host: 'shop.test',
      ...(cookie !== undefined && { cookie }),
      ...(type !== undefined && { 'content-type': type }),
      ...headers,
    },
    id: 'test',
    address: '127.0.0.1',
    path: decodeURIComponent(url.split('?', 1)[0] ?? ''),
    isCall: true,
    ...(body !== undefined && { body: { [Symbol.asyncIterator]: pieces } }),
  };
}

/** Without the moment at which an answer was made. */
const untimed = (text: string) => text.replace(/"timestamp":\d+/, '');

const form = 'application/x-www-form-urlencoded';
let cookie = '';
beforeAll(async () => {
  cookie = await loginAs('demo');
});

describe('a call without Astro', () => {
  it.each<[string, Sent]>([
    ['a list', { url: '/api/goods/list?keywords=%E7%89%87&size=5' }],
    ['offers', { url: `/api/goods/offers?ids=${goodsPlain},2,3` }],
    ['a part of the path', { url: `/api/goods/detail/${goodsPlain}` }],
    ['what is not there', { url: '/api/goods/detail/99999999' }],
    ['a cart', { url: '/api/cart/list' }],
    ['a form', { method: 'POST', url: '/api/favorite', type: form, body: `ids[]=${goodsPlain}` }],
    [
      'JSON',
      { method: 'POST', url: '/api/favorite', type: 'application/json', body: `{"ids":[${goodsPlain}]}` },
    ],
    ['broken JSON', { method: 'POST', url: '/api/favorite', type: 'application/json', body: '{"片' }],
    [
      'another origin',
      {
        method: 'POST',
        url: '/api/favorite',
        type: form,
        body: 'ids[]=1',
        headers: { origin: 'https://other.test' },
      },
    ],
    ['wrong input', { url: '/api/goods/list?size=9999' }],
  ])('of %s', async (_what, sent) => {
    const method = sent.method ?? 'GET';
    for (const own of [cookie, undefined]) {
      const plain = await answerDirectly(askedOf(sent, own));
      const through = await callHandler(answerCall, {
        method,
        path: sent.url,
        ...(sent.body !== undefined && { body: sent.body }),
        ...(sent.type !== undefined && { type: sent.type }),
        ...(own !== undefined && { cookie: own }),
        ...(sent.headers && { headers: sent.headers }),
      });
      expect(plain?.status).toBe(through.status);
      expect(plain?.headers).toEqual(Object.fromEntries(through.headers));
      expect(untimed(String(plain?.body))).toBe(untimed(await through.text()));
    }
  });

  it('brings cookies and takes the address from our own server', async () => {
    const body = 'username=demo&password=Demo%402026';
    const headers = { 'x-client-address': '203.0.113.9' };
    const sent = { method: 'POST', url: '/api/auth/login', type: form, body, headers };
    const answer = await answerDirectly(askedOf(sent));
    expect(answer?.status).toBe(200);
    expect(answer?.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringContaining('yp.session_token=')]),
    );
  });

  it.each<[string, Sent]>([
    ['a page', { url: '/list' }],
    ['an unknown call', { url: '/api/nothing' }],
    ['another method', { method: 'DELETE', url: '/api/goods/list' }],
    ['HEAD', { method: 'HEAD', url: '/api/goods/list' }],
    ['a part that is encoded', { url: '/api/goods/detail/%31' }],
    ['a slash at the end', { url: '/api/goods/list/' }],
    ['an open stream', { url: '/api/events' }],
    ['the file of a list', { url: '/api/desk/companies/export' }],
    ['a notice', { method: 'POST', url: '/api/pay/notify/sandbox', type: form, body: 'a=1' }],
    [
      'a form with files',
      { method: 'POST', url: '/api/upload', type: 'multipart/form-data; boundary=x', body: 'x' },
    ],
  ])('leaves %s to Astro', async (_what, sent) => {
    const asked = askedOf(sent);
    expect(await answerDirectly({ ...asked, isCall: sent.url.startsWith('/api/') })).toBeUndefined();
  });
});
