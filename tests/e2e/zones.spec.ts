/** Ways to goods: zones, controlled sale, 品种求购, brands, merchants, ads, forwarding. */
import type { Page } from '@playwright/test';
import { goodsControlled, goodsPlain } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { runOps, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';
import { violationsOf } from '#tests/support/sound.ts';

const main = (page: Page) => page.getByRole('main');

/** Waits until the page's islands answer: what is typed or pressed before is lost on a busy machine. */
async function untilAwake(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded');
  await expect(page.locator('main astro-island[client="load"][ssr]')).toHaveCount(0);
}

/** Address and heading of each zone. */
const zones: [address: string, heading: string][] = [
  ['/xr/tj', '新人专享'],
  ['/jmzq', '加盟专区'],
  ['/qxzq', '医疗器械'],
  ['/bjp', '保健品'],
  ['/zyyp', '中药饮片'],
  ['/kxzq', '控销专区'],
  ['/kxzq/new', '新上控销'],
  ['/kxzq/goods/huaxue', '控销专区'],
  ['/kxzq/goods/huaxue/2', '控销专区'],
  ['/zszq', '诊所专区'],
  ['/hdzx', '活动专区'],
  ['/hdzx/manbing', '慢病常备'],
  ['/hdzx/manbing/xinnao', '慢病常备'],
  ['/hdzq/changbei', '家庭常备药'],
  ['/hdzq/41', '满减专场'],
  ['/yjh', '药交会'],
  ['/activity/eleven/jz/fanchang', '双十一返场'],
  ['/yx', '优选专区'],
  ['/yx/table', '优选专区'],
];

test('every zone has its banner, its count and goods, and shows no price to a visitor', async ({
  request,
}) => {
  for (const [address, heading] of zones) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    const html = await answer.text();
    expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1], address).toContain(heading);
    expect(Number(/(\d+) 个商品在售/.exec(html)?.[1]), address).toBeGreaterThan(0);
    expect(html, address).toContain('data-goods=');
    expect(html, address).not.toMatch(/[¥￥]\s*\d/);
  }
  for (const [from, to] of [
    ['/xr', '/xr/tj'],
    ['/kxzq_new/kxzq_index', '/kxzq/new'],
    ['/yx_table', '/yx/table'],
    ['/ppzq_index/2', '/ppzq/2'],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], from).toEqual([301, to]);
  }
});

test('a zone keeps its goods while they are filtered, in cards and in rows', async ({ page }) => {
  await page.goto('/zyyp');
  await expect(page).toHaveTitle('中药饮片 · 药批网');
  await page
    .getByRole('complementary', { name: '筛选' })
    .getByRole('link', { name: /^中药饮片/ })
    .click();
  await expect(page).toHaveURL(/\/zyyp\?category_id=/);
  await expect(main(page).getByRole('link', { name: /分类：中药饮片/ })).toBeVisible();
  await page.goto('/yx');
  await main(page).getByRole('link', { name: '表格', exact: true }).click();
  await expect(page).toHaveURL('/yx/table');
  await expect(main(page).getByRole('table').first()).toBeVisible();
});

test('controlled goods are applied for, wait, and are bought once merchant and desk have granted them', async ({
  page,
  logIn,
  newVisitor,
  database: { pool },
}) => {
  const name = await logIn();
  await page.goto(`/list/info/${goodsControlled}`);
  await ownButton(page, '申请采购权限').click();
  const dialog = page.getByRole('dialog', { name: '申请采购权限' });
  await dialog.getByRole('textbox').fill('社区店，两名药师');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(ownButton(page, '审核中')).toBeVisible();
  await page.goto('/kxzq');
  const own = page.getByRole('region', { name: '我的采购权限申请' });
  await expect(own.getByText('审核中')).toBeVisible();
  await expect(own.getByText('社区店，两名药师')).toBeVisible();
  const { rows } = await pool.query('select merchant_id from goods where id = $1', [goodsControlled]);
  const merchant = await newVisitor();
  const merchantId: number = rows[0].merchant_id;
  await signInAtMerchantDesk(merchant, { username: 'e2e.kongxiao', role: 'goods', merchantId });
  const desk = await merchant.newPage();
  await desk.goto('/desk/controlled');
  await alive(desk);
  const asked = desk.getByRole('row').filter({ hasText: '社区店，两名药师' });
  await asked.getByRole('button', { name: /^同意/ }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
  await expect(toastOf(desk)).toContainText('等待平台审核');
  expect(await runOps('approve', 'grant', name, String(goodsControlled))).toContain('已获得');
  await page.goto(`/list/info/${goodsControlled}`);
  await expect(ownButton(page, '加入购物车')).toBeEnabled();
  await page.goto('/zhzx/wdxx');
  await expect(main(page).getByText('控销采购权限已通过')).toBeVisible();
});

test('a maker that nothing is found of is written into 品种求购', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/search?sccj_keywords=查无此厂制药');
  await main(page).getByRole('link', { name: '去品种求购' }).click();
  await expect(page).toHaveURL(/^[^?]*\/zzfw\/pzqg\/add/);
  await untilAwake(page);
  await expect(main(page).getByLabel('生产厂家')).toHaveValue('查无此厂制药');
  await expect(main(page).getByLabel('药品名称')).toHaveValue('');
});

test('an empty search leads to 品种求购, which is answered', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/search?keywords=查无此药丸');
  await main(page).getByRole('link', { name: '去品种求购' }).click();
  await expect(page).toHaveURL(/^[^?]*\/zzfw\/pzqg\/add/);
  await untilAwake(page);
  await expect(main(page).getByLabel('药品名称')).toHaveValue('查无此药丸');
  await main(page).getByRole('button', { name: '发布求购' }).click();
  await expect(main(page).getByText('请填写求购数量')).toBeVisible();
  await main(page).getByLabel('求购数量').fill('20');
  await main(page).getByRole('button', { name: '发布求购' }).click();
  await expect(page).toHaveURL(/\/zzfw\/pzqg\/info\?id=\d+/);
  const id = new URL(page.url()).searchParams.get('id')!;
  await expect(main(page).getByText('寻货中')).toBeVisible();
  await runOps('wanted', id, '--goods', String(goodsPlain), '--reply', '衡川自营有货');
  await page.goto('/zzfw/pzqg');
  await main(page)
    .getByRole('link', { name: /已找到.*查无此药丸/ })
    .click();
  await expect(main(page).getByText('衡川自营有货')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: '为您找到的商品' })).toBeVisible();
  await page.goto('/zzfw/pzqg/add?name=另一种');
  await untilAwake(page);
  await main(page).getByLabel('求购数量').fill('5');
  await main(page).getByRole('button', { name: '发布求购' }).click();
  await expect(page).toHaveURL(/\/zzfw\/pzqg\/info\?id=\d+/);
  await untilAwake(page);
  await main(page).getByRole('button', { name: '撤回求购' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(main(page).getByText('已撤回', { exact: true })).toBeVisible();
});

test('brands have pages, and so do their goods', async ({ page }) => {
  await page.goto('/ppzq');
  await main(page).getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第2页' }).click();
  await expect(page).toHaveURL('/ppzq/2');
  await page.goto('/ppzq/info/1');
  await main(page).getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第2页' }).click();
  await expect(page).toHaveURL('/ppzq/info/1/2');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('澄贝');
});

test('merchants lead to their goods, with a search inside the merchant', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/shop');
  const shop = main(page).getByRole('article').filter({ hasText: '岚谷医药' });
  await expect(shop.getByRole('list', { name: '岚谷医药热销商品' }).getByRole('listitem')).toHaveCount(3);
  await expect(shop.getByText(/^\.\d\d$/).first()).toBeVisible();
  await shop.getByRole('link', { name: '商家详情' }).click();
  await expect(main(page).getByRole('heading', { name: '运费与配送' })).toBeVisible();
  await main(page).getByRole('link', { name: '进入店铺' }).click();
  await expect(page).toHaveURL('/ListOthershanghu/3');
  await main(page).getByRole('searchbox', { name: '店内商品名或拼音首字母' }).fill('amxl');
  await main(page).getByRole('button', { name: '搜本店' }).click();
  await expect(page).toHaveURL(/\/ListOthershanghu\/3\?keywords=amxl/);
  await expect(
    main(page)
      .getByRole('heading', { level: 2, name: /阿莫西林/ })
      .first(),
  ).toBeVisible();
});

test('ads can be closed and stay closed, a link without a target says so, the notice can be paused', async ({
  page,
}) => {
  await page.goto('/');
  await expect(
    page.getByRole('complementary', { name: '广告', exact: true }).getByRole('link'),
  ).toBeVisible();
  const float = page.getByRole('navigation', { name: '浮动导航' });
  // At first sight nothing floats.
  await expect(float).toBeHidden();
  await page.mouse.wheel(0, 900);
  const bottom = page.getByRole('complementary', { name: '底部广告' });
  await bottom.getByRole('button', { name: '了解详情' }).click();
  await expect(
    page.getByRole('dialog', { name: '新人专享价' }).getByRole('link', { name: '去看看' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [name, cross] of [
    ['底部广告', '关闭底部广告'],
    ['右上角广告', '关闭右上角广告'],
  ] as const) {
    await page.getByRole('button', { name: cross }).click();
    await expect(page.getByRole('complementary', { name })).toBeHidden();
  }
  await float.getByRole('button', { name: '关闭浮动导航' }).click();
  await page.reload();
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('complementary', { name: '公告' })).toHaveCount(1);
  for (const name of ['关闭底部广告', '关闭右上角广告', '关闭浮动导航'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: '手机采购' }).click();
  await expect(page.getByRole('img', { name: '本站手机访问二维码' })).toBeVisible();
  await page.keyboard.press('Escape');
  const pause = page.getByRole('button', { name: '暂停滚动公告' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/kxzq');
  await page.getByRole('button', { name: /^品牌招商会/ }).click();
  await expect(page.getByText('活动暂未开始').first()).toBeVisible();
});

test('a buyer has one still line of notices, closed one by one, and ads that cover no licence number', async ({
  page,
  logIn,
}) => {
  await logIn();
  await page.goto('/');
  const notices = page.getByRole('complementary', { name: '公告' });
  const close = notices.getByRole('button', { name: '关闭公告' });
  await expect(close).toHaveCount(1);
  const first = (await notices.getByRole('listitem').textContent())!;
  await close.click();
  await expect(notices.getByRole('listitem')).not.toHaveText(first);
  const second = (await notices.getByRole('listitem').textContent())!;
  await page.goto('/list');
  await expect(notices.getByRole('listitem')).toHaveText(second);
  for (const path of ['/', '/list'])
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const { head, bars } = await page.evaluate(() => {
        const fixed = [...document.querySelectorAll<HTMLElement>('header, nav')].filter(
          (one) => one.offsetParent !== null || getComputedStyle(one).position === 'fixed',
        );
        const low = fixed.filter((one) => one.getBoundingClientRect().bottom >= innerHeight - 1);
        return {
          head: document.querySelector('header')!.getBoundingClientRect().bottom,
          bars: Math.max(0, ...low.map((one) => innerHeight - one.getBoundingClientRect().top)),
        };
      });
      expect(head + bars, `bars of ${path} at ${width} px`).toBeLessThanOrEqual(120);
    }
  await page.goto('/');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const covered = await page.getByText('未经批准不发布药品广告').evaluate((line) => {
    const { left, top, height } = line.getBoundingClientRect();
    return document.elementFromPoint(left + 4, top + height / 2) !== line;
  });
  expect(covered).toBe(false);
});

test('a phone closes the bottom ad with one press: nothing of the frame lies over its cross', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const bottom = page.getByRole('complementary', { name: '底部广告' });
  await bottom.scrollIntoViewIfNeeded();
  await expect(bottom).toBeInViewport({ ratio: 1 });
  await bottom.getByRole('button', { name: '关闭底部广告' }).click();
  await expect(bottom).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('/loading forwards to lists of this site only', async ({ page }) => {
  await page.goto('/loading?to=/list/table&keywords=amxl');
  await expect(page).toHaveURL('/list/table?keywords=amxl');
  await page.goto('/loading?to=https://evil.example/list&keywords=amxl');
  await expect(page).toHaveURL('/list?keywords=amxl');
});
