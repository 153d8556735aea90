/** A goods' own page: its pictures and its film, where its dialogs leave the focus; goods as rows of a table. */
import { goodsPlain, goodsPlainSecond } from '#demo/seed/known.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';

test('pictures and the film are a thumbnail away, and the film comes in parts', async ({ page }) => {
  await page.goto(`/list/info/${goodsPlain}`);
  const main = page.getByRole('main');
  const film = main.locator('video');
  await expect(film).toHaveAttribute('preload', 'none');
  await expect(film).not.toBeInViewport();
  await main.getByRole('button', { name: '看视频' }).click();
  await expect(film).toBeInViewport({ ratio: 0.9 });
  await expect(main.getByRole('button', { name: '看视频' })).toHaveAttribute('aria-current', 'true');
  await main.getByRole('button', { name: '看包装信息' }).press('Enter');
  await expect(main.getByRole('img', { name: /包装信息$/ })).toBeInViewport({ ratio: 0.9 });
  await expect(film).not.toBeInViewport();

  // Phones ask for the first bytes alone, and play nothing from a server that answers with all of them.
  const address = (await film.getAttribute('src')) ?? '';
  const part = await page.request.get(address, { headers: { range: 'bytes=0-1' } });
  expect(part.status()).toBe(206);
  expect(part.headers()).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '2' });
});

test('a goods without a film has no place for one', async ({ page }) => {
  await page.goto(`/list/info/${goodsPlainSecond}`);
  await expect(page.getByRole('main').getByRole('button', { name: '看包装正面' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
});

test('a goods that is not there has a heading, and search engines are kept away', async ({
  page,
  expectStatus,
}) => {
  expectStatus(404, '/list/info/99999999');
  await page.goto('/list/info/99999999');
  await expect(page.getByRole('heading', { level: 1, name: '商品不存在' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
});

test('a dialog that is closed gives the focus back, and a bell keeps it', async ({ page, logIn }) => {
  await logIn();
  await page.goto(`/list/info/${goodsPlain}`);
  const why = ownButton(page, '为什么是这个价');
  const dialog = page.getByRole('dialog', { name: '为什么是这个价' });
  const closings = {
    Esc: () => page.keyboard.press('Escape'),
    'the cross': () => dialog.getByRole('button', { name: '关闭' }).press('Enter'),
    'a click beside it': () => page.mouse.click(5, 5),
  };
  for (const [closing, close] of Object.entries(closings)) {
    await why.press('Enter');
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog, closing).toHaveCount(0);
    await expect(why, closing).toBeFocused();
  }

  // The frame's one stays in the document.
  const rail = page.getByRole('complementary', { name: '快捷工具' });
  const quality = rail.getByRole('button', { name: '质检' });
  await quality.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '知道了' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(quality).toBeFocused();

  await ownButton(page, '降价通知').press('Enter');
  await page.getByRole('dialog', { name: '降价通知' }).getByRole('button', { name: '登记' }).press('Enter');
  const asked = ownButton(page, '已登记降价通知');
  await expect(asked).toBeFocused();
  await page.reload();
  await expect(asked).toBeVisible();
});

test('a table of goods is no wider than its window, whoever reads it', async ({ page, logIn }) => {
  // Twelve pages.
  test.setTimeout(240_000);
  for (const reader of ['visitor', 'buyer']) {
    if (reader === 'buyer') await logIn('demo');
    for (const width of [768, 1024])
      for (const path of ['/list/table', '/search/table', '/yx/table']) {
        const notified = `${path} at ${width} px, ${reader}`;
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        const rows = page.getByRole('main').locator('tr[data-goods]');
        const own =
          reader === 'buyer'
            ? rows.getByRole('button', { name: '加入购物车' })
            : rows.getByRole('link', { name: '登录查看价格' });
        await expect(own.first(), notified).toBeVisible();
        const found = await page.evaluate(() => {
          const cells = [...document.querySelectorAll('main th')].filter((cell) => cell.clientWidth > 0);
          return {
            over: document.documentElement.scrollWidth - innerWidth,
            narrowest: Math.min(...cells.map((cell) => cell.getBoundingClientRect().width)),
          };
        });
        expect(found.over, notified).toBeLessThanOrEqual(0);
        expect(found.narrowest, `columns of ${notified}`).toBeGreaterThan(100);
      }
  }
});

test('on a phone a row of the table is two lines, and nothing of it covers another part', async ({
  page,
  logIn,
}) => {
  await logIn('demo');
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/list/table');
    const row = page.getByRole('main').locator('tr[data-goods]').first();
    await expect(row.getByRole('button', { name: '加入购物车' })).toBeVisible();
    const rooms = await row.evaluate((tr) => {
      const boxOf = (what: string) => {
        const { left, right, top, bottom } = tr.querySelector(what)!.getBoundingClientRect();
        return { left, right, top, bottom };
      };
      const { height, bottom } = tr.getBoundingClientRect();
      const [facts, name, expiry] = [boxOf('.facts'), boxOf('.name'), boxOf('.expiry')];
      return { height, bottom, facts, name, expiry, controls: boxOf('fieldset') };
    });
    expect(rooms.height).toBeLessThanOrEqual(72);
    expect(rooms.facts.right).toBeLessThanOrEqual(rooms.controls.left);
    expect(rooms.name.right).toBeLessThanOrEqual(rooms.expiry.left);
    expect(rooms.name.bottom).toBeLessThanOrEqual(rooms.facts.top);
    expect(rooms.facts.bottom).toBeLessThanOrEqual(rooms.bottom);
  }
});

test('a search by drug opens to its merchants, and is the view of the next search', async ({
  page,
  logIn,
}) => {
  await logIn('demo');
  await page.goto('/search?keywords=阿莫西林');
  await page.getByRole('link', { name: '按品种' }).click();
  await expect(page).toHaveURL(/\/search\/drugs\?/);
  const drugs = page
    .getByRole('main')
    .locator('details')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  const second = drugs.nth(1);
  await expect(second.getByText(/最低到手/)).toBeVisible();
  const add = second.getByRole('button', { name: '加入购物车' }).first();
  await expect(add).toBeHidden();
  await second.locator('summary').click();
  await expect(add).toBeVisible();
  const box = page.getByRole('combobox', { name: '搜索关键词' });
  await box.fill('布洛芬');
  await box.press('Enter');
  await expect(page).toHaveURL(
    (url) => url.pathname === '/search/drugs' && url.searchParams.get('keywords') === '布洛芬',
  );
});
