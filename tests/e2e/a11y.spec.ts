/** No page of the route table breaks a rule of axe, at a desk's width and a phone's, for a visitor and for a buyer. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { deskRoutes, type Route, routes } from '#lib/contract/routes.ts';
import { goodsGroupBuy, goodsPlain } from '#lib/server/db/seed/known.ts';
import { post } from '#tests/support/calls.ts';
import { signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';
import { gotoSettled } from '#tests/support/settled.ts';

const sizes = { '1440 px': { width: 1440, height: 900 }, '390 px': { width: 390, height: 844 } };

/** Patterns by their frame, so that a test holds what looks alike. */
const patterns = Object.entries(routes) as [string, Route][];

/** Ids of a buyer who has an order and something in the cart. */
interface Ids {
  order: string;
  trade: string;
  wanted: number;
}

/** Pages that `1` names nothing on: an entry of src/content, or a page after the first. */
const named: Record<string, string> = {
  '/help/[group]/[page]': '/help/xszn/hyzc',
  '/news/hyxw/[page]': '/news/hyxw/2',
  '/news/gsxw/[page]': '/news/gsxw/2',
  '/news/info/[id]/[type]': '/news/info/beware-impostors/gsxw',
  '/hdzx/[id]': '/hdzx/manbing',
  '/hdzx/[id]/[cid]': '/hdzx/manbing/xinnao',
  '/hdzq/[id]': '/hdzq/changbei',
  '/kxzq/goods/[url]': '/kxzq/goods/huaxue',
  '/kxzq/goods/[url]/[ads]': '/kxzq/goods/huaxue/2',
  '/activity/eleven/jz/[id]': '/activity/eleven/jz/fanchang',
  '/ppzq/[page]': '/ppzq/2',
  '/ppzq/info/[id]/[page]': '/ppzq/info/1/2',
} satisfies Partial<Record<keyof typeof routes, string>>;

function addressOf(pattern: string, ids: Ids): string {
  const entry = named[pattern];
  if (entry !== undefined) return entry;
  if (pattern === '/zzfw/pzqg/info') return `${pattern}?id=${ids.wanted}`;
  if (pattern.startsWith('/list/info-pt')) return pattern.replace(/\[\w+\]/, String(goodsGroupBuy));
  if (pattern.startsWith('/list/info')) return pattern.replace(/\[\w+\]/, String(goodsPlain));
  if (pattern.startsWith('/cart/step3')) return pattern.replace(/\[\w+\]/, ids.trade);
  if (pattern.startsWith('/order')) return pattern.replace(/\[\w+\]/, ids.order);
  return pattern.replace(/\[\w+\]/g, '1');
}

/** So that no test takes long and both workers have some. */
const parts = 4;

/** Pages made by the layout of another one; at a phone's width that one stands for them. */
const alike = new Set([
  '/qxzq',
  '/bjp',
  '/zyyp',
  '/zszq',
  '/yjh',
  '/hdzx',
  '/hdzx/[id]',
  '/hdzq/[id]',
  '/activity/eleven/jz/[id]',
  '/kxzq/new',
  '/kxzq/goods/[url]',
  '/yx/table',
  '/ListOthershanghu',
  '/ListOthershanghu/[id]/[name]',
  '/list/other/[id]',
  '/list/other/[id]/[name]',
  '/ppzq/[page]',
  '/ppzq/info/[id]/[page]',
  '/news/gsxw',
  '/news/gsxw/[page]',
] satisfies (keyof typeof routes)[] as string[]);

/** Of the desks the login alone; their pages are looked at by who may open them. */
const isForVisitors = (who: Route['who']) => who === 'all' || who === 'visitor' || who === 'outside';

const publicPaths = (isPhone: boolean) => [
  ...patterns
    .filter(([pattern, { who }]) => isForVisitors(who) && !(isPhone && alike.has(pattern)))
    .map(([pattern]) => addressOf(pattern, { order: '1', trade: '1', wanted: 1 })),
  '/search?keywords=amxl',
  '/search?keywords=%E6%B2%A1%E6%9C%89%E8%BF%99%E7%A7%8D',
];

/** What axe says against a page that has come to rest, in one line each. */
async function violationsOf(page: Page): Promise<string[]> {
  // What slides or fades in has no contrast yet.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary?.split('\n')[1] ?? ''}`,
    ),
  );
}

async function visit(page: Page, path: string): Promise<string[]> {
  await gotoSettled(page, path);
  // axe would look at the wrong page and find nothing.
  if (path !== '/404' && (await page.title()).startsWith('页面不存在')) return [`${path} is not there`];
  return (await violationsOf(page)).map((violation) => `${path} ${violation}`);
}

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport, reducedMotion: 'reduce' });
    test.setTimeout(120_000);

    for (let part = 0; part < parts; part++) {
      test(`pages open to everyone, part ${part + 1} of ${parts}`, async ({ page, expectStatus }) => {
        expectStatus(404, '/404');
        // A counter that nobody was sent to says so.
        expectStatus(400, '/sandbox/pay');
        const found: string[] = [];
        for (const path of publicPaths(viewport.width < 768).filter((_, at) => at % parts === part)) {
          found.push(...(await visit(page, path)));
        }
        expect(found).toEqual([]);
      });
    }

    for (let part = 0; part < parts; part++) {
      test(`pages of a buyer, part ${part + 1} of ${parts}`, async ({ page, context, logIn }) => {
        await logIn();
        const { added } = await post<{ added: { id: number }[] }>(context, '/api/cart', {
          form: `lines[0][goods_id]=${goodsPlain}&lines[0][type]=0`,
        });
        const line = added[0]!.id;
        const { total } = await post<{ total: { pay_amount: string } }>(context, '/api/order/preview', {
          form: `ids[]=${line}`,
        });
        const placed = await post<{ trade_no: string; orders: { no: string }[] }>(context, '/api/order', {
          form: `ids[]=${line}&expected_total=${total.pay_amount}`,
          headers: { 'idempotency-key': crypto.randomUUID() },
        });
        await post(context, '/api/cart', { form: `lines[0][goods_id]=${goodsPlain}&lines[0][type]=0` });
        const { id: wanted } = await post<{ id: number }>(context, '/api/user/buy', {
          form: 'name=阿莫西林&quantity=10&phone=13800138000',
        });
        const ids = { wanted, order: placed.orders[0]!.no, trade: placed.trade_no };
        const own = patterns.flatMap(([pattern, { who }]) =>
          who === 'buyer' ? [addressOf(pattern, ids)] : [],
        );
        const paths = [...own, '/', '/list', `/list/info/${goodsPlain}`];
        const found: string[] = [];
        for (const path of paths.filter((_, at) => at % parts === part))
          found.push(...(await visit(page, path)));
        expect(found).toEqual([]);
      });
    }

    test('pages of a desk', async ({ page, context }) => {
      await signInAtDesk(context, `e2e.axe.${viewport.width}`, 'admin');
      const found: string[] = [];
      for (const [pattern] of deskRoutes.filter(([, { who }]) => who !== 'outside'))
        found.push(...(await visit(page, addressOf(pattern, { order: '1', trade: '1', wanted: 1 }))));
      expect(found).toEqual([]);
    });

    test('pages of a company that was refused', async ({ page, logIn }) => {
      await logIn('rejected');
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
      await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
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
