/** The frame around every page: header, search box, menus, scroll, phone bar, and home. */
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/e2e.ts';
import { gotoSettled } from '#tests/support/settled.ts';

const search = (page: Page) => page.getByRole('combobox', { name: '搜索关键词' });
const proposals = (page: Page) => page.getByRole('listbox', { name: '搜索建议' }).getByRole('option');

test('the home page says who we are, in Chinese, and shows no price to a visitor', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('首页 · 药批网');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('link', { name: '请登录' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '限时秒杀' })).toBeVisible();
  for (const kind of ['化学药', '中成药', '中药饮片', '医疗器械', '保健食品', '消毒个护'])
    await expect(page.getByRole('heading', { level: 2, name: kind })).toBeVisible();
  await expect(page.getByText('未经批准不发布药品广告')).toBeVisible();
  const html = await (await request.get('/')).text();
  expect(html).not.toMatch(/[¥￥]\s*\d|"(price|qhj|market_price)"/);
  expect(html).not.toMatch(/<[^>]+ style=/);
});

test('a visitor makes no private call', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await gotoSettled(page, '/');
  await expect(page.getByRole('link', { name: '请登录' })).toBeVisible();
  expect(calls).toEqual([]);
});

test('the header knows the buyer, their manager and their cart', async ({ page, logIn, expectStatus }) => {
  // What the page was asking while its session ended.
  expectStatus(401, /^\/api\//);
  await logIn('demo');
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: '武汉市江汉区康泽源大药房' })).toBeVisible();
  await expect(header.getByText('专属客服 沈念秋')).toBeVisible();
  await header.getByRole('button', { name: '安全退出' }).click();
  await expect(header.getByRole('link', { name: '请登录' })).toBeVisible();
});

test('the search box proposes by pinyin initials and is walked by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  // It is said for half a second: the page itself watches for it.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('search')?.textContent.includes('搜索中…'))
        document.body.dataset.searching = '1';
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  // In one go: between keys that come slowly there would be answers to half of it.
  await page.keyboard.insertText('amxl');
  const options = proposals(page);
  await expect(options.first()).toContainText('阿莫西林');
  await expect(page.locator('body')).toHaveAttribute('data-searching', '1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  const name = (await options.first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    (url) => url.pathname === '/search' && url.searchParams.get('keywords') === name,
  );
  await expect(search(page)).toHaveValue(name);
});

test('what nobody sells has no data, Esc closes, and recent searches come back', async ({ page }) => {
  await page.goto('/');
  await search(page).fill('查无此药');
  await expect(page.getByText('暂无数据')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('暂无数据')).toBeHidden();
  await search(page).fill('口罩');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?keywords=/);
  await page.goto('/');
  await search(page).focus();
  await expect(proposals(page).filter({ hasText: '口罩' })).toBeVisible();
  await page.getByRole('button', { name: '清空最近搜索' }).click();
  await expect(proposals(page)).toHaveCount(0);
});

test("a search that is sent before anybody touched the box is the box's own", async ({ page }) => {
  await page.goto('/list');
  await page.getByRole('main').getByRole('link', { name: '表格', exact: true }).click();
  await expect(page).toHaveURL('/list/table');
  await page.goto('/');
  // No pointer and no focus came: only the box itself knows the view that was chosen.
  await search(page).evaluate((box: HTMLInputElement) => {
    box.value = '口罩';
    const type = box.form?.elements.namedItem('type');
    if (type instanceof HTMLSelectElement) type.value = '1';
    box.form?.requestSubmit();
  });
  await expect(page).toHaveURL(
    (url) => url.pathname === '/search/table' && url.searchParams.get('sccj_keywords') === '口罩',
  );
});

test('a maker is searched as a maker', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: '搜索类型' }).selectOption('厂家');
  await search(page).fill('珞珩');
  await page.getByRole('option', { name: /珞珩/ }).first().click();
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('type') === '1' && url.searchParams.has('sccj_keywords'),
  );
});

test('the search bar stands compact past 205 px, and nothing jumps', async ({ page }) => {
  await page.goto('/');
  const html = page.locator('html');
  await page.evaluate(() => scrollTo(0, 200));
  await expect(html).not.toHaveAttribute('data-compact');
  await page.evaluate(() => scrollTo(0, 260));
  await expect(html).toHaveAttribute('data-compact');
  await expect(search(page)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(260);
});

test('the category menu opens by keyboard and by pointer', async ({ page, expectStatus }) => {
  expectStatus(404, '/404');
  await page.goto('/404');
  const menu = page.getByRole('navigation', { name: '商品分类' });
  const button = page.getByRole('button', { name: '全部分类' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const first = menu.getByRole('link', { name: /^化学药/ });
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(menu.getByRole('link', { name: '抗感染', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(first).toBeHidden();

  await button.hover();
  await menu.getByRole('link', { name: /^中成药/ }).hover();
  await menu.getByRole('link', { name: '风热感冒' }).click();
  await expect(page).toHaveURL(/\/list\?category_id=\d+/);
});

test('sub-menus of the navigation open by their arrow', async ({ page }) => {
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: '主导航' });
  await nav.getByRole('button', { name: '展开药品列表' }).press('Enter');
  await nav.getByRole('link', { name: '表格选购' }).click();
  await expect(page).toHaveURL(/\/list\/table$/);
  // It is the view from now on, as the switch above the list makes it.
  await page.goto('/');
  await nav.getByRole('link', { name: '药品列表' }).click();
  await expect(page).toHaveURL(/\/list\/table$/);
});

test('the banner turns by its dots and stops when told to', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('region', { name: '活动推荐' });
  const dots = banner.getByRole('button', { name: /^第\d张/ });
  await dots.nth(2).click();
  await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true');
  await banner.getByRole('button', { name: '暂停播放' }).click();
  await expect(banner.getByRole('button', { name: '继续播放' })).toBeVisible();
});

test('the banner is walked by arrow keys, and Enter opens the slide in sight', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('region', { name: '活动推荐' });
  const slides = banner.locator('[data-track] > li');
  const dots = banner.getByRole('button', { name: /^第\d张/ });
  await slides.nth(0).getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await expect(slides.nth(1).getByRole('link')).toBeFocused();
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(slides.nth(0).getByRole('link')).toBeFocused();
  await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
  const target = (await slides.nth(1).getByRole('link').getAttribute('href'))!;
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(target);
});

test('a page comes back where it was left', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => scrollTo(0, 900));
  // The page has heard of it.
  await expect(page.locator('html')).toHaveAttribute('data-compact');
  await page.goto('/help');
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});

test('a picture that does not load gives way to the placeholder', async ({ page, expectStatus }) => {
  expectStatus(404, '/img/p/999999-front.svg');
  await page.goto('/');
  const image = page.getByRole('main').locator('article img').first();
  await image.evaluate((element: HTMLImageElement) => {
    element.src = '/img/p/999999-front.svg';
  });
  await expect(image).toHaveAttribute('src', '/placeholder.svg');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a maker is searched as a maker', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('combobox', { name: '搜索类型' }).selectOption('厂家');
    await search(page).fill('珞珩');
    await search(page).press('Enter');
    await expect(page).toHaveURL((url) => url.searchParams.get('sccj_keywords') === '珞珩');
    await expect(page.getByRole('combobox', { name: '搜索类型' })).toHaveValue('1');
  });

  test('the bottom bar leads, and 分类 opens the categories', async ({ page }) => {
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: '底部导航' });
    await bar.getByRole('link', { name: '分类' }).click();
    const menu = page.getByRole('navigation', { name: '商品分类' });
    await menu.getByRole('button', { name: '展开中药饮片的分类' }).click();
    await menu.getByRole('link', { name: '补虚药', exact: true }).click();
    await expect(page).toHaveURL(/\/list\?category_id=\d+/);
    await bar.getByRole('link', { name: '我的' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fuser/);
  });

  test('the menu holds what a wide screen has around the page', async ({ page, logIn, expectStatus }) => {
    // What the page was asking while its session ended.
    expectStatus(401, /^\/api\//);
    await logIn('demo');
    await page.goto('/list');
    await page.getByRole('button', { name: '菜单', exact: true }).click();
    const menu = page.getByRole('dialog', { name: '菜单' });
    await expect(menu.getByRole('link', { name: '武汉市江汉区康泽源大药房' })).toBeVisible();
    await expect(menu.getByRole('button', { name: /^送至/ })).toBeVisible();
    // Whichever it is: another test changes the setting for a while.
    const hotline = menu.getByRole('link', { name: /^400-\d{3}-\d{4}$/ });
    await expect(hotline).toHaveAttribute('href', `tel:${((await hotline.textContent()) ?? '').trim()}`);
    await expect(menu.getByRole('navigation', { name: '专区' }).getByRole('link').first()).toBeVisible();
    for (const name of ['质检', '手机采购二维码', '加到桌面'])
      await expect(menu.getByRole('button', { name })).toBeVisible();
    await menu.getByRole('button', { name: '关闭菜单' }).click();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: '菜单', exact: true }).click();
    await menu.getByRole('button', { name: '安全退出' }).click();
    await expect(page.getByText('登录查看价格').first()).toBeVisible();
  });

  test('nothing is wider than the screen', async ({ page, logIn, expectStatus }) => {
    expectStatus(404, '/404');
    await logIn('demo');
    for (const path of ['/', '/user', '/404']) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
  });
});

test('the layout of the home page does not shift', async ({ page, logIn }) => {
  await logIn('demo');
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/user']) {
    await gotoSettled(page, path);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(
      0.02,
    );
  }
});
