/** Whoever may not see a price finds none, in no page and no call; and no link is dead (rules 1). */
import type { BrowserContext } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { goodsTags } from '#lib/contract/goods/calls.ts';
import { findPattern, routes } from '#lib/contract/routes.ts';
import { type Answer, ask, everyCall, fill, get, isWrite } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import {
  amountsIn,
  linksIn,
  moneyIn,
  priceKeysIn,
  priceKeysInHtml,
  textOfDrawing,
  unescapeHtml,
} from '#tests/support/leaks.ts';

/** Goods with a trait each, and some hundred ordinary ones. */
const namedGoods = Object.entries(known)
  .filter(([name]) => name.startsWith('goods'))
  .flatMap(([, ids]) => ids as number | readonly number[]);

const slots = [
  'index',
  'top',
  'right',
  'login',
  'common',
  'post',
  'xrtj',
  'ppzq',
  'kxzq',
  'yx',
  'zpcj',
  'demo',
];

/** Pages of one kind that are followed; lists have thousands of addresses. */
const perKind = 6;
const mostPages = 220;

interface Secrets {
  prices: ReadonlySet<string>;
  ids: readonly number[];
}

/** Every amount that `demo` sees on some 200 goods. */
async function collectPrices(demo: BrowserContext): Promise<Secrets> {
  const ids: number[] = [...namedGoods];
  for (const page of [1, 2]) {
    const { list } = await get<{ list: { id: number }[] }>(demo, '/api/goods/list', {
      form: `page=${page}&size=90`,
    });
    ids.push(...list.map(({ id }) => id));
  }
  const chosen = [...new Set(ids)].slice(0, 200);
  const seen: unknown[] = [await get(demo, '/api/goods/offers', { form: `ids=${chosen.join(',')}` })];
  for (const id of namedGoods) {
    const answer = await ask(demo, 'GET', `/api/goods/detail/${id}`);
    if (answer.status === 200) seen.push(answer.envelope?.data);
  }
  return { prices: new Set(amountsIn(seen, false)), ids: chosen };
}

/** Values for the parameters of calls and pages, by name; the paths tell what an `id` is. */
function realValues(path: string, name: string): (string | number)[] {
  if (name === 'slot') return slots;
  if (name === 'id' && path.includes('/goods/')) return namedGoods;
  if (path.startsWith('/list/info')) return namedGoods;
  return [1];
}

/** Queries that make a read answer something. */
function queriesOf(path: string, ids: readonly number[]): string[] {
  if (path.includes('{')) return [''];
  if (path === '/api/goods/offers') return [`ids=${ids.join(',')}`];
  if (path === '/api/goodsTag_goods') return goodsTags.map((tag) => `tag=${encodeURIComponent(tag)}`);
  if (path === '/api/goods/relation') return namedGoods.map((id) => `goods_id=${id}`);
  if (path.startsWith('/api/goods') || path.startsWith('/api/sjly') || path.startsWith('/api/index')) {
    return [
      'keywords=amxl&type=0',
      'id=1&page=1',
      'size=100&page=2',
      'sort=price&order=asc&size=50',
      'price_min=1&price_max=20',
    ];
  }
  return [''];
}

// Pages are not what is tested: their trace would cost a fifth of the work.
test.use({ trace: 'off' });

function expectNoPrice(answer: Answer, who: string, { prices }: Secrets): void {
  const said = `${who}: ${answer.label}`;
  const isDrawing = answer.headers['content-type']?.includes('svg');
  const text = unescapeHtml(isDrawing ? textOfDrawing(answer.text) : answer.text);
  expect.soft(/[¥￥]\s*\d+\.\d{2}/.exec(text)?.[0], `${said} shows an amount`).toBeUndefined();
  if (answer.envelope !== undefined) {
    expect.soft(priceKeysIn(answer.envelope.data), `${said} has a price`).toEqual([]);
  } else {
    expect.soft(priceKeysInHtml(text), `${said} has a price`).toEqual([]);
  }
  const notified = moneyIn(text).filter((amount) => prices.has(amount));
  expect.soft(notified, `${said} tells what demo pays`).toEqual([]);
}

/** Asks every read of the table. Answers how many requests that were. */
async function crawlCalls(visitor: BrowserContext, who: string, secrets: Secrets): Promise<number> {
  const requests = everyCall
    .filter(({ call }) => !isWrite(call))
    .flatMap(({ call }) => {
      const name = /\{(\w+)\}/.exec(call.path)?.[1];
      const paths = (name ? realValues(call.path, name) : ['']).map((value) => fill(call, () => value));
      return paths.flatMap((path) => queriesOf(call.path, secrets.ids).map((form) => ({ path, form })));
    });
  for (let at = 0; at < requests.length; at += 8) {
    const part = requests.slice(at, at + 8);
    const answers = await Promise.all(part.map(({ path, form }) => ask(visitor, 'GET', path, { form })));
    for (const answer of answers) expectNoPrice(answer, who, secrets);
  }
  return requests.length;
}

/** The kind of an address: its route, or its folder for pictures and files. */
function kindOf(address: string): string {
  const path = address.split('?')[0] ?? '';
  return findPattern(path) ?? path.replace(/[^/]*$/, '');
}

/** Reads every page of the route table and what their links lead to. Answers how many there were. */
async function crawlPages(visitor: BrowserContext, who: string, secrets: Secrets): Promise<number> {
  const start = Object.keys(routes).flatMap((pattern) => {
    const name = /\[(\w+)\]/.exec(pattern)?.[1];
    if (!name) return [pattern];
    return realValues(pattern, name).map((value) => pattern.replace(/\[\w+\]/g, String(value)));
  });
  const toRead: { address: string; from?: string }[] = start.map((address) => ({ address }));
  const known = new Set(start);
  const kinds = new Map<string, number>();
  let read = 0;
  while (toRead.length > 0 && read < mostPages) {
    const part = toRead.splice(0, 8);
    read += part.length;
    const answers = await Promise.all(part.map(({ address }) => ask(visitor, 'GET', address)));
    for (const [at, answer] of answers.entries()) {
      const { address, from } = part[at]!;
      const type = answer.headers['content-type'] ?? '';
      if (/text|json|xml|svg/.test(type) && !/javascript|css/.test(type)) expectNoPrice(answer, who, secrets);
      if (from !== undefined) {
        expect.soft(answer.status, `${who}: ${address}, a link of ${from}`).toBeLessThan(400);
        expect
          .soft(answer.headers.location, `${who}: ${address}, a link of ${from}, is dead`)
          .not.toBe('/404');
      }
      if (!type.startsWith('text/html')) continue;
      for (const link of linksIn(unescapeHtml(answer.text))) {
        const kind = kindOf(link);
        const followed = kinds.get(kind) ?? 0;
        if (known.has(link) || followed >= perKind) continue;
        kinds.set(kind, followed + 1);
        known.add(link);
        toRead.push({ address: link, from: address });
      }
    }
  }
  return read;
}

for (const who of ['visitor', 'pending', 'rejected', 'frozen'] as const) {
  test(`${who} finds no price in any page or call, and no dead link`, async ({
    context,
    newVisitor,
    logIn,
  }) => {
    test.setTimeout(180_000);
    const demo = await newVisitor();
    await logIn('demo', demo);
    const secrets = await collectPrices(demo);
    expect(secrets.prices.size, 'the net has meshes').toBeGreaterThan(150);
    if (who !== 'visitor') await logIn(who);
    expect(await crawlCalls(context, who, secrets)).toBeGreaterThan(50);
    expect(await crawlPages(context, who, secrets)).toBeGreaterThan(30);
  });

  test(`${who} cannot find prices out by sorting or halving`, async ({ context, logIn }) => {
    if (who !== 'visitor') await logIn(who);
    const list = (form: string) =>
      get<{ list: { id: number }[]; total: number }>(context, '/api/goods/list', { form: `size=50${form}` });
    const seenBy = async (form: string) => {
      const { list: found, total } = await list(form);
      return { total, ids: found.map(({ id }) => id) };
    };
    for (const form of [
      '&sort=price&order=asc',
      '&sort=price&order=desc',
      '&price_min=1&price_max=20',
      '&buyable=1',
    ]) {
      // Other tests sell, and bring goods of their own, meanwhile: both are asked for at once.
      const both = () => Promise.all([seenBy(form), seenBy('')]);
      await expect(async () => {
        const [found, plain] = await both();
        expect(found).toEqual(plain);
      }, form).toPass({ timeout: 20_000 });
    }
  });
}

test('the same net catches the prices of who sees them', async ({ context, logIn }) => {
  await logIn('demo');
  const secrets = await collectPrices(context);
  const offers = await ask(context, 'GET', '/api/goods/offers', { form: `ids=${known.goodsPlain}` });
  expect(priceKeysIn(offers.envelope?.data).length).toBeGreaterThan(0);
  expect(moneyIn(offers.text).filter((amount) => secrets.prices.has(amount)).length).toBeGreaterThan(0);
  const page = `<astro-island props="{&quot;price&quot;:[0,&quot;12.30&quot;],&quot;id&quot;:[0,7]}"></astro-island>`;
  expect(priceKeysInHtml(unescapeHtml(page))).toEqual(['"price":[0,"12.30"']);
});

test('pages for everyone stay free of a buyer’s prices and names when both look at once', async ({
  context,
  newVisitor,
  logIn,
}) => {
  const buyer = await newVisitor();
  await logIn('demo', buyer);
  const secrets = await collectPrices(buyer);
  const user = await get<UserInfo>(buyer, '/api/user/info');
  const names = [user.company, user.name, user.phone, user.admin?.name, user.admin?.phone].filter(
    (one): one is string => Boolean(one),
  );
  expect(names.length).toBe(5);
  const lists = ['/list', '/list/table', '/list/no_image', '/search?keywords=amxl', '/jxqzc', '/yx', '/kxzq'];
  const others = [
    '/',
    `/list/info/${known.goodsPlain}`,
    '/shop',
    '/business/1',
    '/ppzq',
    '/miaosha',
    '/ptzq',
  ];
  const pages = [...lists, ...others, '/help', '/news'];
  for (const path of pages) {
    const answers = await Promise.all([
      ask(buyer, 'GET', path),
      ask(context, 'GET', path),
      ask(buyer, 'GET', path),
    ]);
    expectNoPrice(answers[1]!, 'visitor', secrets);
    expectNoPrice(await ask(context, 'GET', path), 'visitor', secrets);
    for (const answer of answers) {
      for (const name of names) expect.soft(answer.text.includes(name), `${name} in ${path}`).toBe(false);
      expect
        .soft(answer.headers['set-cookie'], `${path} sets no cookie that a store would keep`)
        .toBeUndefined();
    }
  }
});
