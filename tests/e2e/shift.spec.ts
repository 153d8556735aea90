/**
 * What comes after a page, prices, coupons and counts, finds its place kept: nothing jumps, nothing is wider than a phone.
 * Here are the pages that a visitor has too, as buyers see them; visitors' pages and those of buyers alone: a11y.spec.ts.
 * `npm test` looks at one page of each shared part and at the changed ones (support/page-graph.ts).
 */
import type { Page } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { addressOf, alike, noIds, patterns } from '#tests/support/page-addresses.ts';
import { choosePages } from '#tests/support/page-graph.ts';
import { settleIn } from '#tests/support/settle-in.ts';
import { gotoSettled } from '#tests/support/settled.ts';
import { expectStill } from '#tests/support/shift.ts';

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
const chosen = choosePages();
const gone = new Set(['/404', '/loading', '/sandbox/pay', '/sandbox/wechat/connect/qrconnect']);

const pages = [
  ...patterns
    .filter(
      ([pattern, { who }]) =>
        who === 'all' && chosen.has(pattern) && !alike.has(pattern) && !gone.has(pattern),
    )
    .map(([pattern]) => addressOf(pattern, noIds)),
  '/list/info/201',
  ...searches,
];

/** So that no test takes long and both workers have some. */
const parts = Math.ceil(chosen.size / 50);
const partOf = (paths: string[], part: number) => paths.filter((_, at) => at % parts === part);

async function keepsStill(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await gotoSettled(page, path);
    await expectStill(page, path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(wide, `what ${path} is too wide`).toBeLessThanOrEqual(0);
  }
}

for (const width of [1440, 390])
  for (let part = 0; part < parts; part++) {
    test.describe(`at ${width} pixels, part ${part + 1} of ${parts}`, () => {
      test.use({ viewport: { width, height: 900 } });
      test.setTimeout(360_000);

      test('pages of everybody keep still for a buyer', async ({ page, context, logIn, database }) => {
        // Who has bought before, with a store and a cart. A company of its own: what another test does to a cart that
        // both have is shown at once, and moves the page.
        await settleIn(context, database, await logIn());
        await keepsStill(page, partOf(pages, part));
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
