/** A cart of a day: as many lines as a pharmacy orders, on one screen and without a jump. */
import type { BrowserContext, Page } from '@playwright/test';
import type { CartState } from '#lib/contract/cart/schema.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';

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

/** Heights of the lines, and how many of them stand whole between the top of the window and the bar with the sum. */
function measure(page: Page) {
  return page.evaluate(() => {
    const bar = document.querySelector('section[aria-label=合计]')!.getBoundingClientRect();
    const rows = [...document.querySelectorAll('main .cart-line')].map((row) => row.getBoundingClientRect());
    return {
      tallest: Math.max(...rows.map((row) => row.height)),
      whole: rows.filter((row) => row.top >= 0 && row.bottom <= bar.top + 1).length,
    };
  });
}

async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
              sum += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 0));
      }),
  );
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
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await page.getByLabel('排列方式').selectOption('按加入时间');
  await page.reload();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByLabel('排列方式')).toHaveValue('added');
  await page.evaluate(() => document.fonts.ready);
  expect.soft(await shiftOf(page), 'layout shift').toBeLessThanOrEqual(0.02);
  const rows = page.locator('main .cart-line');
  await rows.first().evaluate((row) => row.scrollIntoView({ block: 'start' }));
  await rows.nth(lineCount - 1).evaluate((row) => row.getBoundingClientRect());
  const { tallest, whole } = await measure(page);
  expect.soft(tallest, 'the tallest row').toBeLessThanOrEqual(44);
  expect.soft(whole, 'rows that are to be seen').toBeGreaterThanOrEqual(14);
});

test('its lines stand as they were asked to, and by merchants again', async ({ page, context, logIn }) => {
  await logIn();
  const cart = await fillLong(context);
  await page.goto('/cart');
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
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
