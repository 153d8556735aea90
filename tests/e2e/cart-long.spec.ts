/** A cart of a day: as many lines as a pharmacy orders, on one screen and without a jump. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { payByBalance, placedCart } from '#tests/support/placed.ts';
import { expectStill } from '#tests/support/shift.ts';

const lineCount = 24;

/** A cart of 24 lines of several merchants. */
async function fillLong(visitor: BrowserContext): Promise<CartState> {
  const lines = Array.from({ length: 60 }, (_, i) => ({ goods_id: 201 + i * 10, type: 0 }));
  await post(visitor, '/api/cart', { json: JSON.stringify({ lines }) });
  const { data } = await get<CartState>(visitor, '/api/cart/list');
  const rest = data.slice(lineCount).map(({ id }) => `ids[]=${id}`);
  await post(visitor, '/api/cart/batch-delete', { form: rest.join('&') });
  return get(visitor, '/api/cart/list');
}

/** A cart of 24 lines, four of each of six merchants. */
async function fillSpread(visitor: BrowserContext): Promise<CartState> {
  // From the whole catalogue: the goods of a maker or a kind stand with few merchants.
  for (const first of [201, 202]) {
    const lines = Array.from({ length: 80 }, (_, i) => ({ goods_id: first + i * 130, type: 0 }));
    await post(visitor, '/api/cart', { json: JSON.stringify({ lines }) });
  }
  const { data } = await get<CartState>(visitor, '/api/cart/list');
  const bought = data.filter(({ refusal }) => refusal === null);
  const byMerchant = Map.groupBy(bought, ({ goods }) => goods?.sjly.id);
  const six = [...byMerchant.values()].filter((of) => of.length >= 4).slice(0, 6);
  const kept = new Set(six.flatMap((of) => of.slice(0, 4)));
  const rest = data.filter((line) => !kept.has(line)).map(({ id }) => `ids[]=${id}`);
  await post(visitor, '/api/cart/batch-delete', { form: rest.join('&') });
  return get(visitor, '/api/cart/list');
}

/** Scrolls until the first line stands right below the search that sticks to the window. */
async function scrollToLines(page: Page): Promise<void> {
  await page
    .locator('main .cart-line')
    .first()
    .evaluate((row) => row.scrollIntoView({ block: 'start' }));
  await expect(page.locator('html')).toHaveAttribute('data-compact');
  // Lines are laid out as they come into sight: what stands above may still grow by a pixel.
  const stepTo = () =>
    page.evaluate(() => {
      const bottom = document.querySelector('.head-bar')!.getBoundingClientRect().bottom;
      // The search sticks from 205 px on.
      const top = document.querySelector('main .cart-line')!.getBoundingClientRect().top;
      const by = Math.max(top - bottom, 206 - scrollY);
      scrollBy(0, by);
      return Math.abs(by);
    });
  await expect.poll(stepTo).toBeLessThan(1);
}

/** Heights of the lines, and how many of them stand whole between what sticks to the window: the search and the sum. */
function measure(page: Page) {
  return page.evaluate(() => {
    const bar = document.querySelector('section[aria-label=合计]')!.getBoundingClientRect();
    const head = document.querySelector('.head-bar')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll('main .cart-line')].map((row) => row.getBoundingClientRect());
    return {
      tallest: Math.max(...rows.map((row) => row.height)),
      whole: rows.filter((row) => row.top >= head.bottom - 1 && row.bottom <= bar.top + 1).length,
    };
  });
}

function tallestHead(page: Page): Promise<number> {
  const heads = page.locator('main section:has(.cart-line) > header');
  return heads.evaluateAll((all) => Math.max(...all.map((head) => head.getBoundingClientRect().height)));
}

test('24 lines: rows of 44 pixels at most, 14 of them to be seen, and nothing jumps', async ({
  page,
  context,
  logIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn();
  expect((await fillLong(context)).data).toHaveLength(lineCount);
  await page.goto('/cart');
  await alive(page);
  await page.getByLabel('排列方式').selectOption('按加入时间');
  await page.reload();
  await alive(page);
  await expect(page.getByLabel('排列方式')).toHaveValue('added');
  await page.evaluate(() => document.fonts.ready);
  await expectStill(page);
  await scrollToLines(page);
  const { tallest, whole } = await measure(page);
  expect.soft(tallest, 'the tallest row').toBeLessThanOrEqual(44);
  expect.soft(whole, 'rows that are to be seen').toBeGreaterThanOrEqual(14);
});

for (const width of [1440, 1024])
  test(`by merchants, as a cart opens, six heads and their activities leave room for 14 rows too, at ${width}`, async ({
    page,
    context,
    logIn,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await logIn();
    expect((await fillSpread(context)).data).toHaveLength(lineCount);
    await page.goto('/cart');
    await alive(page);
    await expect(page.getByLabel('排列方式')).toHaveValue('merchant');
    await expect(page.locator('main section:has(.cart-line)')).toHaveCount(6);
    await page.evaluate(() => document.fonts.ready);
    await expectStill(page);
    await scrollToLines(page);
    const { tallest, whole } = await measure(page);
    expect.soft(tallest, 'the tallest row').toBeLessThanOrEqual(44);
    expect.soft(whole, 'rows that are to be seen').toBeGreaterThanOrEqual(14);
    expect.soft(await tallestHead(page), 'the tallest head').toBeLessThanOrEqual(44);

    if (width < 1440) return;
    // Who compares the two pages finds each line in its place.
    const names = (of: Locator) => of.allTextContents();
    const inCart = await names(page.locator('main .cart-line a[href^="/list/info/"]'));
    await page.goto('/cart/step2');
    await expect.poll(() => names(page.locator('main section:has(> header h3) li p > b'))).toEqual(inCart);
  });

test('no price, note or expiry of a line is cut, whatever its ladder, rebate and change say', async ({
  page,
  context,
  database,
  logIn,
}) => {
  const name = await logIn();
  const ids = [known.goodsWithLadder, known.goodsWithLadderUpTo, known.goodsFreeShipping, known.goodsRebate];
  // Both of the last stand with merchants that have an activity and freight to save.
  const more = [known.goodsPlain, known.goodsFullReduction, known.goodsWithGift];
  const lines = [...ids, ...more].map((id) => ({ goods_id: id, type: 0 }));
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  // One of them costs a thousand less than when it was added.
  await database.pool.query(
    `update cart_line c set price_when_added = price_when_added + 100000 from member m join "user" u on u.id = m.user_id
     where c.company_id = m.company_id and u.username = $1 and c.goods_id = $2`,
    [name, known.goodsPlain],
  );
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/cart');
    await alive(page);
    const row = page.locator('main .cart-line').filter({ hasText: '享¥' });
    await expect(row).toHaveCount(1);
    const cut = await page.locator('main .cart-line').evaluateAll((rows) =>
      rows.flatMap((one) =>
        [...one.querySelectorAll('*')]
          .filter((text) => text.clientWidth > 1 && text.scrollWidth > text.clientWidth)
          // A name and what describes it may be longer than any column.
          .filter((text) => !text.matches('a, a *, [title]'))
          .map((text) => text.textContent),
      ),
    );
    expect.soft(cut, `cut at ${width}`).toEqual([]);
    const { tallest } = await measure(page);
    expect.soft(tallest, `the tallest row at ${width}`).toBeLessThanOrEqual(44);
    await expect(page.locator('main section:has(.cart-line) > header', { hasText: '满减' })).toHaveCount(1);
    expect.soft(await tallestHead(page), `the tallest head at ${width}`).toBeLessThanOrEqual(44);
    await row.getByRole('button', { name: /为什么是这个价/ }).click();
    await expect(page.getByRole('dialog', { name: '为什么是这个价' })).toContainText(/再买\d+盒，每盒降到¥/);
    await page.keyboard.press('Escape');
  }
});

test('its lines stand as they were asked to, and by merchants again', async ({ page, context, logIn }) => {
  await logIn();
  const cart = await fillLong(context);
  await page.goto('/cart');
  await alive(page);
  const names = () => page.locator('main .cart-line a[href^="/list/info/"]').allTextContents();
  const merchants = new Set(cart.data.map(({ goods }) => goods?.sjly.remarks));
  await expect(page.getByRole('region', { name: [...merchants][0]! })).toBeVisible();
  await page.getByLabel('排列方式').selectOption('按商品名称');
  const byName = new Intl.Collator('zh-Hans-CN', { numeric: true });
  const sorted = cart.data.map(({ goods }) => goods?.name ?? '').sort(byName.compare);
  await expect.poll(names).toEqual(sorted);
  await page.getByLabel('排列方式').selectOption('按加入时间');
  await expect.poll(names).toEqual(cart.data.map(({ goods }) => goods?.name));
});

test('lines stand by 到手单价 and by 上次买价, the cheapest first, what was never bought last', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  const bought = [known.goodsWithLadder, known.goodsPlain, known.goodsPlainSecond];
  const fill = async (ids: readonly number[]) => {
    const lines = ids.map((id) => ({ goods_id: id, number: 20 }));
    await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
    return get<CartState>(context, '/api/cart/list');
  };
  await fill(bought);
  await payByBalance(context, await placedCart(context));
  const cart = await fill([known.goodsPlainElsewhere, ...bought]);
  await page.goto('/cart');
  await alive(page);

  const idsShown = () =>
    page
      .locator('main .cart-line')
      .evaluateAll((rows) =>
        rows.map((one) => Number(one.querySelector('a')?.getAttribute('href')?.split('/').at(-1))),
      );
  const lastOf = (id: number) => {
    const line = cart.data.find(({ goods }) => goods?.id === id);
    return Number(line?.goods?.last?.price ?? Infinity);
  };
  await page.getByLabel('排列方式').selectOption('按上次买价');
  const prices = async () => (await idsShown()).map(lastOf);
  const softly = expect.configure({ soft: true });
  await softly.poll(prices).toEqual((await prices()).toSorted((a, b) => a - b));
  expect((await prices()).filter((price) => Number.isFinite(price))).toHaveLength(3);

  const whys = page.getByRole('button', { name: /为什么是这个价，到手 ¥/ });
  await expect(whys).toHaveCount(4);
  const nets = async () => (await whys.allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')));
  await page.getByLabel('排列方式').selectOption('按到手单价');
  await expect.poll(nets).toEqual((await nets()).toSorted((a, b) => a - b));
  expect(new Set(await nets()).size).toBeGreaterThan(1);
});

test('a phone keeps the search and the sum in 120 pixels', async ({ page, context, logIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn();
  const lines = [{ goods_id: known.goodsPlain, number: 60 }];
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  await page.goto('/cart');
  await alive(page);
  await expect(page.getByRole('button', { name: /^去结算/ })).toBeEnabled();
  const bars = await page.evaluate(() => {
    const heightOf = (what: string) => document.querySelector(what)!.getBoundingClientRect().height;
    return heightOf('.head-bar') + heightOf('section[aria-label=合计] > :last-child');
  });
  expect(bars).toBeLessThanOrEqual(120);
  await expect(page.getByRole('navigation', { name: '底部导航' })).toHaveCount(0);
  // An item has a bar to buy by and the tabs: its search scrolls away.
  await page.goto(`/list/info/${known.goodsPlain}`);
  await page.evaluate(() => scrollTo(0, 600));
  await expect(page.locator('.head-bar')).not.toBeInViewport();
});
