/**
 * Nobody gets another's answer: each page, file and table is asked for by a visitor and three buyers, each of them twice,
 * the visitor first and the visitor last.
 */
import { globSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { findRoute } from '#lib/contract/routes.ts';
import { get } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { addressOf, noIds, patterns } from '#tests/support/page-addresses.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { settleIn } from '#tests/support/settle-in.ts';

// Pages are not what is tested: their trace would cost a fifth of the work.
test.use({ trace: 'off' });
// Some 250 addresses, each asked for eight times.
test.setTimeout(480_000);

/** `own` is a pharmacy that no other test uses, `other` another approved one. */
const buyers = ['own', 'pending', 'other'] as const;
const people = ['visitor', ...buyers] as const;
type Person = (typeof people)[number];

/** In another encoding a page has another name in the store: the second order finds nothing of the first. */
const orders = [
  { encoding: 'br', people },
  { encoding: 'gzip', people: people.toReversed() },
];
const atOnce = 6;

interface Ids {
  order: string;
  file: number;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Routes outside of the table, by their pattern; a function where only one buyer has something there. */
const others: Record<string, string | ((ids: Ids) => string)> = {
  '/calendar/papers.ics': '/calendar/papers.ics?key=none',
  '/desk/statements/[id]/[file]': '/desk/statements/1/mingxi.csv',
  '/eleven_index': '/eleven_index',
  '/file/[id]/full': ({ file }) => `/file/${file}/full`,
  '/file/[id]': ({ file }) => `/file/${file}`,
  '/file/[id]/pdf': ({ file }) => `/file/${file}/pdf`,
  '/file/contract/[no]': '/file/contract/none',
  '/file/export/[token]': '/file/export/none',
  '/file/invoice/[id]/[kind]': '/file/invoice/0/pdf',
  '/file/invoice/zip': '/file/invoice/zip?ids=0',
  '/file/licence/[file]': '/file/licence/1',
  '/file/onboarding/[file]': '/file/onboarding/1',
  '/file/package/[no]': ({ order }) => `/file/package/${order}`,
  '/file/package/[no]/pdf': ({ order }) => `/file/package/${order}/pdf`,
  '/file/proof/[no]': ({ order }) => `/file/proof/${order}`,
  '/file/report/[goods]': `/file/report/${known.goodsPlain}?lot_no=1`,
  '/img/ad/[id].svg': '/img/ad/1.svg',
  '/img/b/[id].svg': '/img/b/1.svg',
  '/img/g/[file]': '/img/g/none.jpg',
  '/img/j/[id].svg': '/img/j/1.svg',
  '/img/m/[id].svg': '/img/m/1.svg',
  '/img/p/[id]-[face].svg': '/img/p/1-1.svg',
  '/img/phone.svg': '/img/phone.svg',
  '/img/share/[name].png': '/img/share/none.png',
  '/img/share/p/[id].png': '/img/share/p/0.png',
  '/invoice/agreed': '/invoice/agreed',
  '/live/[id]/[file]': '/live/0/index.m3u8',
  '/news/rss.xml': '/news/rss.xml',
  '/order/dc/[file]': '/order/dc/mingxi.csv',
  '/order/dz/[file]': '/order/dz/mingxi.csv',
  '/order/dz/orders/[file]': '/order/dz/orders/mingxi.csv',
  '/order/dz/pdf': '/order/dz/pdf',
  '/order/wl/[id]': ({ order }) => `/order/wl/${order}`,
  '/robots.txt': '/robots.txt',
  '/sandbox/gateway': '/sandbox/gateway',
  '/sandbox/invoices/file': '/sandbox/invoices/file',
  '/sandbox/invoices/services': '/sandbox/invoices/services',
  '/sandbox/wechat/sns/oauth2/access_token': '/sandbox/wechat/sns/oauth2/access_token',
  '/sandbox/wechat/sns/userinfo': '/sandbox/wechat/sns/userinfo',
  '/sitemap.xml': '/sitemap.xml',
  '/sitemap/[part].xml': '/sitemap/goods-1.xml',
  '/video/[file]': '/video/none.mp4',
  '/wdqb/jfgl/[file]': '/wdqb/jfgl/mingxi.csv',
  '/wdqb/yegl/[file]': '/wdqb/yegl/mingxi.csv',
  '/wechat/callback': '/wechat/callback',
};

/** Answered to the buyer that they belong to, and to nobody else. */
const onlyTheirs = ['/file/[id]', '/file/[id]/full'];
const tables = ['/order/dc/[file]', '/order/dz/[file]', '/wdqb/jfgl/[file]', '/wdqb/yegl/[file]'];

/** Further addresses of the same routes. */
const more = ['/wdqb/yegl/mingxi.xlsx', '/cart_step2', '/user_hyzx', '/nothing/here', '/%63art'];

const short = ({ status, headers }: Answer) =>
  `${status} ${(headers.get('location') ?? '').replace(/\?.*/, '')}`.trim();

const isHtml = ({ headers }: Answer) => headers.get('content-type')?.startsWith('text/html') === true;

/** Hands in a picture that nothing names yet; answers its id. */
async function upload(buyer: BrowserContext): Promise<number> {
  const file = { name: '图.jpg', mimeType: 'image/jpeg', buffer: await pictureOf('teal') };
  const answer = await buyer.request.post('/api/upload', { multipart: { file } });
  return (await answer.json()).data.id;
}

test('each page, file and table is answered to who asks, in whatever order they ask', async ({
  newVisitor,
  logIn,
  database,
  baseURL,
}) => {
  let ids = { ...noIds, file: 0 };
  const cookies = new Map<Person, string>();
  const marks = new Map<Person, string[]>();
  for (const person of people) {
    const context = await newVisitor();
    if (person === 'visitor') continue;
    const account = await logIn(person === 'own' ? undefined : person, context);
    if (person === 'own')
      ids = {
        ...(await settleIn(context, database, account)),
        file: await upload(context),
      };
    const { company, name, phone } = await get<UserInfo>(context, '/api/user/info');
    marks.set(person, [company, name, phone].filter(Boolean));
    const own = (await context.cookies()).map(({ name: key, value }) => `${key}=${value}`);
    cookies.set(person, own.join('; '));
    expect(marks.get(person)?.length, `${person} can be told from others`).toBeGreaterThan(1);
  }

  const routes = globSync('src/pages/**/*.ts', { exclude: ['src/pages/api/**'] })
    .map((path) => path.replace(/^src\/pages/, '').replace(/(\/index)?\.ts$/, ''))
    .sort();
  expect(Object.keys(others).sort(), 'each route that is no page has an address here').toEqual(routes);
  const asked = [
    ...patterns.map(([pattern]) => ({ pattern, address: addressOf(pattern, ids) })),
    ...Object.entries(others).map(([pattern, address]) => ({
      pattern,
      address: typeof address === 'string' ? address : address(ids),
    })),
    ...more.map((address) => ({ pattern: address, address })),
  ];

  async function askAll({ pattern, address }: (typeof asked)[number]): Promise<void> {
    const said = new Map<Person, Answer[]>();
    for (const { encoding, people: inOrder } of orders)
      for (const person of inOrder) {
        const headers = { 'accept-encoding': encoding, cookie: cookies.get(person) ?? '' };
        const answer = await fetch(baseURL + address, { headers, redirect: 'manual' });
        const { status, headers: brought } = answer;
        const text = await answer.text();
        said.set(person, [...(said.get(person) ?? []), { status, headers: brought, text }]);
      }
    const forms = people.map((person) => [...new Set(said.get(person)?.map(short))]);
    for (const [at, person] of people.entries()) {
      const where = `${address} as ${person}`;
      expect.soft(forms[at], `${where}: the same each time`).toHaveLength(1);
      for (const answer of said.get(person) ?? []) {
        const foreign = [...marks].filter(([other]) => other !== person).flatMap(([, names]) => names);
        const shown = foreign.filter((mark) => answer.text.includes(mark));
        expect.soft(shown, `${where}: names of others`).toEqual([]);
        expect.soft(answer.status, where).toBeLessThan(500);
        const isShared = answer.headers.has('x-cache');
        const isOpen = findRoute(pattern)?.who === 'all' || pattern === '/sitemap.xml';
        if (isShared) expect.soft(isOpen || pattern.startsWith('/sitemap/'), `${where} is stored`).toBe(true);
        if (person !== 'visitor' && isHtml(answer) && !isOpen)
          expect.soft(answer.headers.get('cache-control'), where).toContain('no-store');
      }
    }
    const who = findRoute(pattern)?.who;
    const [visitor, ...loggedIn] = forms.map(([form = '']) => form);
    if (who === 'buyer' || who === 'owner') {
      expect.soft(visitor, address).toBe('302 /login');
      for (const form of loggedIn) expect.soft(form, address).not.toContain('/login');
    }
    if (onlyTheirs.includes(pattern))
      expect.soft(forms.flat(), address).toEqual(['404', '200', '404', '404']);
    if (tables.includes(pattern)) {
      expect.soft(visitor, address).toBe('302 /login');
      const texts = buyers.map((buyer) => [...new Set(said.get(buyer)?.map(({ text }) => text))]);
      expect
        .soft(
          texts.map(({ length }) => length),
          address,
        )
        .toEqual([1, 1, 1]);
      expect.soft(texts[0], address).not.toEqual(texts[2]);
    }
  }

  for (let at = 0; at < asked.length; at += atOnce)
    await Promise.all(asked.slice(at, at + atOnce).map(askAll));
});
