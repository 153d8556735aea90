/** What comes after a page, prices, coupons and counts, finds its place kept: nothing jumps, nothing is wider than a phone. */
import type { BrowserContext, Page } from '@playwright/test';
import { goodsPlain } from '#lib/server/db/seed/known.ts';
import { post } from '#tests/support/calls.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { addressOf, alike, type Ids, patterns } from '#tests/support/page-addresses.ts';
import { paidOrder, placed } from '#tests/support/placed.ts';
import { gotoSettled } from '#tests/support/settled.ts';
import { shiftOf } from '#tests/support/shift.ts';

const found = `keywords=${encodeURIComponent('阿莫西林')}`;

/** Searches find goods of several merchants; a list without a question stands in the route table already. */
const searches = [`/search?${found}`, `/search/table?${found}`, `/search/drugs?${found}`];
/** Pages on which prices, coupons and counts are one company's own. */
const ownPages = [
  '/',
  '/list',
  '/list/table',
  `/list/info/${goodsPlain}`,
  '/cart',
  '/user',
  '/order',
  '/lqzx',
  '/miaosha',
  '/xr/tj',
  '/zzfw/kjcg',
  ...searches,
];
const gone = new Set(['/404', '/loading', '/sandbox/pay', '/sandbox/wechat/connect/qrconnect']);

function pagesOf(who: readonly string[], ids: Ids): string[] {
  const rows = patterns.filter(
    ([pattern, route]) => who.includes(route.who) && !alike.has(pattern) && !gone.has(pattern),
  );
  return [...rows.map(([pattern]) => addressOf(pattern, ids)), '/list/info/201', ...searches];
}

/** So that no test takes long and both workers have some. */
const parts = 3;
const partOf = (paths: string[], part: number) => paths.filter((_, at) => at % parts === part);

async function keepsStill(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await gotoSettled(page, path);
    expect.soft(await shiftOf(page), `layout shift of ${path}`).toBeLessThanOrEqual(0.02);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(wide, `what ${path} is too wide`).toBeLessThanOrEqual(0);
  }
}

/** A store, an order that is paid, one to be paid, a wanted goods and a cart of a dozen. */
async function settleIn(context: BrowserContext, { pool }: Database, name: string): Promise<Ids> {
  await pool.query(
    `insert into company (name, buyer_type, status, province, city, district, region_code, rank, inherits_papers, head_id)
     select '康源大药房' || c.id || '店', c.buyer_type, c.status, c.province, c.city, c.district, c.region_code, c.rank, true, c.id
     from company c join member m on m.company_id = c.id join "user" u on u.id = m.user_id where u.username = $1`,
    [name],
  );
  await paidOrder(context);
  const trade = await placed(context);
  const { id: wanted } = await post<{ id: number }>(context, '/api/user/buy', {
    form: 'name=阿莫西林&quantity=10&phone=13800138000',
  });
  const lines = [...Array.from({ length: 12 }, (_, at) => 201 + at * 10), goodsPlain];
  await post(context, '/api/cart', {
    json: JSON.stringify({ lines: lines.map((id) => ({ goods_id: id, type: 0 })) }),
  });
  return { wanted, order: trade.orders[0]!.no, trade: trade.trade_no };
}

for (const width of [1440, 390])
  for (let part = 0; part < parts; part++) {
    test.describe(`at ${width} pixels, part ${part + 1} of ${parts}`, () => {
      test.use({ viewport: { width, height: 900 } });
      test.setTimeout(180_000);

      test('pages of a buyer keep still', async ({ page, context, logIn, database }) => {
        // Who has bought before, with a store and a cart. A company of its own: what another test does to a cart that
        // both have is shown at once, and moves the page.
        const ids = await settleIn(context, database, await logIn());
        await keepsStill(page, partOf(pagesOf(['all', 'buyer', 'owner'], ids), part));
      });

      test('pages that know who is there keep still for another company and for a newcomer', async ({
        page,
        newVisitor,
        logIn,
      }) => {
        await logIn('other');
        await keepsStill(page, partOf(ownPages, part));
        // Who has bought nothing yet sees newcomers' zone, strip and coupons.
        const newcomer = await newVisitor();
        await logIn(undefined, newcomer);
        await keepsStill(await newcomer.newPage(), partOf(ownPages, part));
      });

      test('pages of a visitor keep still', async ({ page }) => {
        const ids = { wanted: 1, order: '1', trade: '1' };
        await keepsStill(page, partOf(pagesOf(['all', 'visitor'], ids), part));
      });
    });
  }

test('the pages of a day keep still on a small window of a desk, which has the columns of neither', async ({
  page,
  context,
  logIn,
  database,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await settleIn(context, database, await logIn());
  const day = ['/', '/list', '/list/table', `/list/info/${goodsPlain}`, '/cart', '/zzfw/kjcg'];
  await keepsStill(page, day);
});
