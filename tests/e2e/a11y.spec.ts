/**
 * No page breaks a rule of axe, jumps or is wider than its window, for a visitor, a buyer and a desk. `npm test` looks at
 * one page of each shared part and at the changed ones, `npm run test:slow` at all (support/page-graph.ts).
 * Pages that a visitor has too are held still for buyers in shift.spec.ts.
 */
import type { Page } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import type { Route } from '#lib/contract/routes/route.ts';
import { deskRoutes } from '#lib/contract/routes.ts';
import { alive } from '#tests/support/alive.ts';
import { signInAtDesk } from '#tests/support/desk.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';
import { addressOf, alike, patterns as everyPattern, noIds } from '#tests/support/page-addresses.ts';
import { choosePages } from '#tests/support/page-graph.ts';
import { placed } from '#tests/support/placed.ts';
import { settleIn } from '#tests/support/settle-in.ts';
import { gotoSettled } from '#tests/support/settled.ts';
import { expectStill } from '#tests/support/shift.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { haveGoodsAndWheel } from '#tests/support/wheels.ts';

const sizes = { '1440 px': { width: 1440, height: 900 }, '390 px': { width: 390, height: 844 } };

const chosen = choosePages();
const patterns = everyPattern.filter(([pattern]) => chosen.has(pattern));

/** So that no test takes long and all workers have some. */
const parts = Math.ceil(chosen.size / 25);

/** Of the desks the login alone; their pages are looked at by who may open them. */
const isForVisitors = (who: Route['who']) => who === 'all' || who === 'visitor' || who === 'outside';

const publicPaths = (isPhone: boolean) => [
  ...patterns
    .filter(([pattern, { who }]) => isForVisitors(who) && !(isPhone && alike.has(pattern)))
    .map(([pattern]) => addressOf(pattern, noIds)),
  '/search?keywords=amxl',
  '/search?keywords=%E6%B2%A1%E6%9C%89%E8%BF%99%E7%A7%8D',
];

/** Between the two widths a page is laid out anew: there it must fit, and these are looked at as closely as elsewhere. */
const laptop = { width: 1024, height: 768 };
const closely = new Set(['/', '/cart', '/user', '/desk', '/desk/orders']);

/** Says it when a page goes beyond its window, once its new width has reached all of it. */
function tooWide(page: Page, path: string): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  return page.waitForFunction(fits, undefined, { timeout: 5_000 }).then(
    () => [],
    () => [`${path} is wider than its window of ${page.viewportSize()?.width} px`],
  );
}

async function visit(page: Page, path: string): Promise<string[]> {
  await gotoSettled(page, path);
  // axe would look at the wrong page and find nothing.
  if (path !== '/404' && /^(页面不存在|没有找到)/.test(await page.title())) return [`${path} is not there`];
  const look = async () => (await violationsOf(page)).map((violation) => `${path} ${violation}`);
  // That somebody else has an application is known by the answer alone.
  if (!path.startsWith('/desk/review/')) await expectStill(page, path);
  const found = [...(await look()), ...(await tooWide(page, path))];
  const own = page.viewportSize()!;
  if (own.width <= laptop.width) return found;
  await page.setViewportSize(laptop);
  found.push(...(await tooWide(page, path)), ...(closely.has(path) ? await look() : []));
  await page.setViewportSize(own);
  return found;
}

/** Texts without a blank, as long as they may be: in the newest entry of the log, and for the name of a buyer's company. */
async function haveLongWords({ pool }: Database, buyer: string): Promise<void> {
  const word = 'x'.repeat(400);
  await pool.query(
    `insert into audit_log (actor, actor_id, request_id, act, subject, subject_key, after)
     select actor, left($1, 100), left($1, 64), act, subject, $1, jsonb_build_object('note', $1::text)
     from audit_log order by id desc limit 1`,
    [word],
  );
  await pool.query(
    `update company set name = left($1, 100) where id in
       (select m.company_id from member m join "user" u on u.id = m.user_id where u.username = $2)`,
    [word, buyer],
  );
}

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport, reducedMotion: 'reduce' });
    // Twenty pages and more; one is looked at in a second, or in five beside other tests.
    test.setTimeout(600_000);

    for (let part = 0; part < parts; part++) {
      test(`pages open to everyone, part ${part + 1} of ${parts}`, async ({
        page,
        database,
        expectStatus,
      }) => {
        expectStatus(404, '/404');
        // A counter that nobody was sent to says so.
        expectStatus(400, '/sandbox/pay');
        expectStatus(400, '/sandbox/wechat/connect/qrconnect');
        await haveGoodsAndWheel(database.db);
        const found: string[] = [];
        for (const path of publicPaths(viewport.width < 768).filter((_, at) => at % parts === part)) {
          found.push(...(await visit(page, path)));
        }
        expect(found).toEqual([]);
      });
    }

    for (let part = 0; part < parts; part++) {
      test(`pages of a buyer, part ${part + 1} of ${parts}`, async ({ page, context, logIn, database }) => {
        const ids = await settleIn(context, database, await logIn());
        const own = patterns.flatMap(([pattern, { who }]) =>
          who === 'buyer' || who === 'owner' ? [addressOf(pattern, ids)] : [],
        );
        const paths = [...own, '/', '/list', '/lqzx', `/list/info/${goodsPlain}`];
        const found: string[] = [];
        for (const path of paths.filter((_, at) => at % parts === part))
          found.push(...(await visit(page, path)));
        expect(found).toEqual([]);
      });
    }

    test('pages of a desk', async ({ page, context, newVisitor, logIn, database, troubles }) => {
      // Somebody of the other width may look at it at the same time: one of them has it.
      troubles.expected.push({ status: 409, path: '/api/desk/review/1/claim' });
      await signInAtDesk(context, `e2e.axe.${viewport.width}`, 'admin');
      const found: string[] = [];
      const shop = await newVisitor();
      const buyer = await logIn(undefined, shop);
      const order = (await placed(shop)).orders[0]!.no;
      await haveLongWords(database, buyer);
      await haveGoodsAndWheel(database.db);
      // A merchant's own pages are looked at where its people use them.
      const own = deskRoutes.filter(
        ([pattern, { who }]) => chosen.has(pattern) && who !== 'outside' && who !== 'merchant',
      );
      for (const [pattern] of own)
        found.push(...(await visit(page, addressOf(pattern, { ...noIds, order }))));
      expect(found).toEqual([]);
    });

    test('pages of a company that was refused', async ({ page, logIn }) => {
      await logIn('rejected');
      // From the first page on, the browser knows that no prices will come.
      await gotoSettled(page, '/');
      const found = [...(await visit(page, '/user')), ...(await visit(page, '/hb'))];
      await expect(page.getByText('当前账号暂不能查看返现档位').first()).toBeVisible();
      expect(found).toEqual([]);
    });

    test('what opens over a page', async ({ page, logIn }) => {
      await logIn();
      await page.goto(`/list/info/${goodsPlain}`);
      await ownButton(page).click();
      await expect(page.getByText('已加入购物车').first()).toBeVisible();
      const found = (await violationsOf(page)).map((violation) => `toast ${violation}`);
      await page.getByRole('combobox', { name: '搜索关键词' }).filter({ visible: true }).fill('amxl');
      await expect(page.getByRole('option').filter({ visible: true }).first()).toBeVisible();
      found.push(...(await violationsOf(page)).map((violation) => `suggestions ${violation}`));
      await page.goto('/cart');
      // A press that comes before the page is alive is nobody's.
      await alive(page);
      await page
        .getByRole('button', { name: /^删除(?!选中)/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      found.push(...(await violationsOf(page)).map((violation) => `dialog ${violation}`));
      expect(found).toEqual([]);
    });
  });
}
