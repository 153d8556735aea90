/** Help and news as a reader meets them: found, read, followed, printed, subscribed to. */
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('the help centre leads to its pages, and each to the next', async ({ page }) => {
  await page.goto('/help');
  await expect(page).toHaveTitle('帮助中心 · 药批网');
  const main = page.getByRole('main');
  for (const group of ['新手指南', '商家服务', '服务保障', '支付配送']) {
    await expect(main.getByRole('heading', { level: 2, name: group })).toBeVisible();
  }
  await main.getByRole('link', { name: /^会员注册/ }).click();
  await expect(page).toHaveURL(/\/help\/xszn\/hyzc$/);
  await expect(page).toHaveTitle('会员注册 · 药批网');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('会员注册');
  await expect(page.getByText('更新于')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: '帮助目录' }).getByRole('link', { name: '会员注册' }),
  ).toHaveAttribute('aria-current', 'page');

  const contents = page.getByRole('navigation', { name: '本页目录' });
  await contents.getByRole('link', { name: '证件与经营范围' }).click();
  await expect(page.getByRole('heading', { name: '证件与经营范围' })).toBeInViewport();

  await page
    .getByRole('navigation', { name: '上一篇和下一篇' })
    .getByRole('link', { name: /购物指南/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('购物指南');
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '帮助中心' }).click();
  await expect(page).toHaveURL(/\/help$/);
});

test('menus that need the database stand in the page', async ({ page, request }) => {
  const built = await (await request.get('/help')).text();
  expect(built).toContain('化学药');
  await page.goto('/help');
  await expect(page.getByRole('list', { name: '热门搜索' }).getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: '全部分类' }).click();
  await page.getByRole('button', { name: '展开化学药的分类' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('经营许可证');
  await page
    .getByRole('navigation', { name: '商品分类' })
    .getByRole('link', { name: /^化学药/ })
    .click();
  await expect(page).toHaveURL(/\/list\?category_id=\d+$/);
});

test('every help page is reached from the first one', async ({ page, request }) => {
  await page.goto('/help');
  const links = page.getByRole('main').locator('section').getByRole('link');
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThanOrEqual(14);
  for (const href of hrefs) {
    const answer = await request.get(href);
    expect(answer.status(), href).toBe(200);
    expect(await answer.text(), `${href} has no style attribute`).not.toMatch(/<[^>]+ style=/);
  }
});

test('news are listed page by page, newest first, and read one after the other', async ({ page }) => {
  await page.goto('/news');
  await expect(page).toHaveTitle('新闻中心 · 药批网');
  await page.getByRole('link', { name: '更多行业新闻' }).click();
  await expect(page).toHaveTitle('行业新闻 · 药批网');
  const list = page.locator('section', { has: page.getByRole('heading', { level: 1 }) });
  // Its end is there.
  await expect(page.getByRole('link', { name: '下一页' })).toBeVisible();
  const days = await list.getByRole('time').allTextContents();
  expect(days.length).toBeGreaterThan(5);
  expect(days).toEqual(days.toSorted().toReversed());
  await page.getByRole('link', { name: '下一页' }).click();
  await expect(page).toHaveURL(/\/news\/hyxw\/2$/);
  await expect(page).toHaveTitle('第 2 页 · 行业新闻 · 药批网');

  const first = list.getByRole('link').first();
  const title = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(`${title} · 新闻详情 · 药批网`);
  const around = page.getByRole('navigation', { name: '上一篇和下一篇' });
  await around.getByRole('link', { name: /上一篇/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
});

test('an entry tells machines what it is', async ({ page }) => {
  await page.goto('/news/info/near-expiry/hyxw');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    /\/news\/info\/near-expiry\/hyxw$/,
  );
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /效期/);
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data['@graph']).toMatchObject([
    { '@type': 'NewsArticle', datePublished: '2026-10-15', inLanguage: 'zh-CN' },
    { '@type': 'BreadcrumbList' },
  ]);
});

test('the feed names every entry once, and its links answer', async ({ request }) => {
  const answer = await request.get('/news/rss.xml');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toContain('xml');
  const links = [...(await answer.text()).matchAll(/<item>[\s\S]*?<link>([^<]+)<\/link>/g)].map(
    ([, link]) => new URL(link!).pathname,
  );
  expect(links.length).toBeGreaterThanOrEqual(24);
  expect(new Set(links).size).toBe(links.length);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});

test('an entry that is not there says so in its place', async ({ page, expectStatus }) => {
  expectStatus(404, '/news/info/no-such-entry/hyxw');
  await page.goto('/news/info/no-such-entry/hyxw');
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
});

test('on paper only the text is left', async ({ page }) => {
  await page.goto('/help/zfps/ypth');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of ['帮助目录', '本页目录', '上一篇和下一篇', '当前位置']) {
    await expect(page.getByRole('navigation', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByText(/^药批网 · http/)).toBeVisible();
});

// A4 upright and across at 96 dpi, and wide enough for both columns of the screen.
for (const width of [794, 1123, 1440]) {
  test(`on paper ${width} px wide the text has the whole width`, async ({ page }) => {
    await page.setViewportSize({ width, height: 794 });
    for (const path of ['/help/xszn/hyzc', '/news/info/near-expiry/hyxw']) {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      const paper = await page.evaluate(() => document.documentElement.clientWidth);
      const text = await page.getByRole('article').getByRole('heading', { level: 2 }).first().boundingBox();
      expect(text, path).toMatchObject({ x: 0, width: paper });
      await page.emulateMedia({ media: 'screen' });
    }
  });
}

for (const [name, width] of [
  ['desk', 1440],
  ['phone', 390],
] as const) {
  test(`are clean and fit on a ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/help', '/help/xszn/hyzc', '/news', '/news/hyxw', '/news/info/near-expiry/hyxw']) {
      await page.goto(path);
      expect(await violationsOf(page, 'main'), path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} is not wider than the screen`).toBeLessThanOrEqual(0);
    }
  });
}
