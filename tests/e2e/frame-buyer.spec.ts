/** What the frame keeps for a buyer: the region things are sent to, quality reports, marked proposals. */
import { expect, test } from '#tests/support/e2e.ts';
import { expectStill } from '#tests/support/shift.ts';
import { bars, loadedScripts, pages } from '../../scripts/bench/page-weight.ts';

test('the region of the header is kept in this browser and stands in a new address', async ({
  page,
  logIn,
}) => {
  await logIn();
  await page.goto('/help');
  // Until one is chosen things go to the default address.
  await expect(page.getByRole('button', { name: /^送至 湖北省/ })).toBeVisible();
  await page.getByRole('button', { name: /^送至/ }).click();
  const dialog = page.getByRole('dialog', { name: '送货地区' });
  const save = dialog.getByRole('button', { name: '确定' });
  // It opens with the place that things go to.
  await expect(dialog.getByRole('combobox', { name: '城市' })).toHaveValue(/^4201/);
  await expect(dialog.getByRole('button', { name: /默认/ })).toHaveAttribute('aria-pressed', 'true');
  for (const [box, name] of [
    ['省份', '湖北省'],
    ['城市', '武汉市'],
    ['区县', '江汉区'],
  ] as const)
    await dialog.getByRole('combobox', { name: box }).selectOption(name);
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '送至 湖北省武汉市江汉区' })).toBeVisible();
  await page.goto('/zhzx/addr');
  await expect(page.getByRole('button', { name: '送至 湖北省武汉市江汉区' })).toBeVisible();
  await page.getByRole('button', { name: /新增/ }).first().click();
  await expect(page.getByRole('combobox', { name: '区县' })).toHaveValue(/^420103/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^送至/ }).click();
  await dialog.getByRole('button', { name: '不指定地区' }).click();
  await expect(page.getByRole('button', { name: /^送至 湖北省武汉市./ })).toBeVisible();
  await expect(page.getByRole('button', { name: '送至 湖北省武汉市江汉区', exact: true })).toHaveCount(0);
});

test('scripts of a page stay within their bytes, for a visitor and for a buyer', async ({
  browser,
  baseURL,
  logIn,
}) => {
  for (const [who, bar] of Object.entries(bars)) {
    const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL && { baseURL }) });
    if (who === 'buyer') await logIn('demo', context);
    for (const path of pages.slice(0, who === 'buyer' ? 3 : 4)) {
      const bytes = [...(await loadedScripts(context, new URL(path, baseURL).href)).values()];
      const sum = bytes.reduce((all, size) => all + size, 0);
      expect(sum, `${path} loads scripts`).toBeGreaterThan(40 * 1024);
      expect(sum, `${path} for a ${who}`).toBeLessThanOrEqual(bar);
    }
    await context.close();
  }
});

test('quality reports: where there is no page for them, the server’s words', async ({ page, logIn }) => {
  await page.goto('/help');
  const rail = page.getByRole('complementary', { name: '快捷工具' });
  await expect(rail.getByRole('link', { name: '账户' })).toBeVisible();
  await expect(rail.getByRole('button', { name: '质检' })).toHaveCount(0);
  await logIn();
  await page.goto('/list');
  await rail.getByRole('button', { name: '质检' }).click();
  await expect(page.getByRole('dialog')).toContainText('每批药品的批号、生产日期和有效期');
});

test('proposals mark what initials and syllables stand for', async ({ page }) => {
  await page.goto('/');
  const marks = page.getByRole('option').filter({ hasText: '阿莫西林胶囊' }).first().locator('mark');
  const box = page.getByRole('combobox', { name: '搜索关键词' });
  await box.fill('amxl');
  await expect(marks).toHaveText(['阿莫西林']);
  await box.fill('amxl jiaonang');
  await expect(marks).toHaveText(['阿莫西林胶囊']);
});

test('the menu of the user centre marks one entry, and a phone shows it', async ({ page, logIn }) => {
  await logIn('demo');
  await page.setViewportSize({ width: 390, height: 844 });
  const entries = page.getByRole('navigation', { name: '会员中心菜单' }).locator('[aria-current]');
  for (const [path, name] of [
    ['/zhzx/ddgl/dd', '多店下单'],
    ['/zhzx/ddgl', '多店管理'],
    ['/order/sh/add?no=1', '售后服务'],
  ] as const) {
    await page.goto(path);
    await expect(entries).toHaveText([name]);
    await expect(entries).toBeInViewport({ ratio: 1 });
  }
});

test('who sees no prices finds no room kept for them, and who logs in next has it again', async ({
  page,
  logIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const face = page.locator('[data-goods]').first().getByText('认证后可见');
  const heightOf = () =>
    page
      .locator('[data-goods]')
      .first()
      .evaluate((card) => card.clientHeight);
  const remembers = () => page.evaluate(() => localStorage.getItem('unpriced'));
  await logIn('rejected');
  await page.goto('/list');
  await expect(face).toBeVisible();
  // The first page learns it; every other knows.
  const kept = await heightOf();
  await expect.poll(remembers).toBe('1');
  await page.reload();
  await expect(face).toBeVisible();
  expect(await heightOf()).toBeLessThan(kept - 60);
  await expectStill(page);
  // The open page would hear that its account has gone, and go somewhere by itself.
  await page.goto('about:blank');
  await logIn('demo');
  await page.goto('/list');
  await expect(page.getByRole('button', { name: '加入购物车' }).first()).toBeVisible();
  await expect.poll(remembers).toBeNull();
  await page.reload();
  await expect(page.getByRole('button', { name: '加入购物车' }).first()).toBeVisible();
  expect(await heightOf()).toBeGreaterThanOrEqual(kept);
  await expectStill(page);
});

test('binding WeChat brings its user along: nothing asks for them', async ({ page, logIn }) => {
  await logIn('demo');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/user', '/zhzx/bdwx']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: '安全退出' }).first()).toBeVisible();
    expect(asked, path).not.toContain('/api/user/info');
  }
  await page.goto('/help');
  await expect(page.getByRole('button', { name: '安全退出' }).first()).toBeVisible();
  expect(asked).toContain('/api/user/info');
});

test('a message stands below the header, wherever that is', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/');
  const button = page.getByRole('main').getByRole('button', { name: '加入购物车' }).first();
  const gap = async () => {
    const toast = await page.getByText('已加入购物车').last().boundingBox();
    const ends = await page
      .locator('body > header, .head-bar')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().bottom));
    return (toast?.y ?? 0) - Math.max(0, ...ends);
  };
  await button.click();
  // The message stands for as long as its link has the focus.
  await page.getByRole('region', { name: '提示' }).getByRole('link', { name: '去购物车' }).focus();
  await expect.poll(gap).toBeGreaterThan(15);
  // The ad above the header is in sight again.
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(gap).toBeGreaterThan(15);
});

test('a wide window has five goods in a row, beside the filters too', async ({ page, logIn }) => {
  await logIn('demo');
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const path of ['/', '/list', '/search?keywords=%E9%98%BF', '/yx', '/zyyp', '/bjp', '/welfare']) {
    await page.goto(path);
    const columns = await page
      .locator('main .goods-grid')
      .first()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    expect(columns, path).toBe(5);
  }
});

test('the list of merchants wakes one island for all its prices', async ({ page, logIn }) => {
  await logIn('demo');
  await page.goto('/shop');
  const prices = page.locator('main [data-showcase]');
  await expect(prices.first()).toContainText('¥');
  expect(await prices.count()).toBeGreaterThan(30);
  await expect(prices.last()).toContainText(/¥|\p{Script=Han}/u);
  await expect(page.locator('main astro-island')).toHaveCount(1);
});
