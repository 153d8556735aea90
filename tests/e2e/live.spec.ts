/** A live room as a buyer uses it: from the list into the room, buying and asking while watching, and a replay by chapters. */
import type { BrowserContext, Page } from '@playwright/test';
import { demoRooms } from '#demo/live/rooms.ts';
import type { LiveList } from '#lib/contract/live/schema.ts';
import { alive } from '#tests/support/alive.ts';
import { get } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
/** Rooms of the demo: those of other tests come and go. */
const demoTitles = new Set(demoRooms.map(({ title }) => title));
const titleOf = async (context: BrowserContext, part: 'now' | 'replays', isRx = 0) =>
  (await get<LiveList>(context, '/api/live'))[part].find(
    ({ is_rx, title }) => is_rx === isRx && demoTitles.has(title),
  )?.title ?? '';

/** Waits until the picture moves. */
async function plays(page: Page): Promise<void> {
  const begun = await timeOf(page);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(begun + 0.5);
}

test('from the list into a room: watch, add, claim, ask, like', async ({ page, context, logIn }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn();
  await page.goto('/live');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: await titleOf(context, 'now') }).click();
  await expect(page).toHaveURL(/\/live\/\d+$/);
  await alive(page);
  await plays(page);

  // Pinned by the clock of the picture, with the price and the stock of this buyer.
  const pinned = page.getByRole('region', { name: '直播商品' }).getByRole('article').first();
  await expect(pinned).toContainText('讲解中');
  await expect(pinned).toContainText('¥');
  await pinned.getByRole('button', { name: /^加入/ }).click();
  await expect(page.getByText(/已加入购物车/).first()).toBeVisible();
  await plays(page);

  const coupons = page.getByRole('region', { name: '直播间优惠券' });
  await coupons.getByRole('button', { name: '立即领取' }).click();
  await expect(coupons.getByRole('link', { name: '去使用' })).toBeVisible();

  const question = `有同一批号吗 ${Date.now()}`;
  await page.getByRole('textbox', { name: '问主播' }).fill(question);
  await page.getByRole('button', { name: '提问' }).click();
  await expect(page.getByRole('list', { name: '我的提问' })).toContainText(question);

  const like = page.getByRole('button', { name: /^点赞/ });
  const before = Number(/(\d+)个赞/.exec((await like.getAttribute('aria-label')) ?? '')?.[1]);
  await like.click();
  await like.click();
  await expect
    .poll(async () => Number(/(\d+)个赞/.exec((await like.getAttribute('aria-label')) ?? '')?.[1]))
    .toBeGreaterThanOrEqual(before + 2);

  // By keys, outside of any box.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: '播放', exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await plays(page);
  await page.getByRole('button', { name: '只听声音' }).click();
  await expect(page.getByText('只播放声音')).toBeVisible();
  await plays(page);
  expect(await violationsOf(page)).toEqual([]);
});

test('at a phone: a visitor watches without a price, a replay is seen by chapters, a room of prescriptions is closed', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/live');
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: await titleOf(context, 'now') }).click();
  await expect(page).toHaveURL(/\/live\/\d+$/);
  await alive(page);
  await plays(page);
  await expect(page.getByRole('region', { name: '直播商品' })).toContainText('讲解中');
  expect(await page.locator('main').textContent()).not.toContain('¥');
  await expect(page.getByRole('region', { name: '提问' })).toContainText('登录后可以提问');
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /^全部商品/ }).click();
  await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('link', { name: '全部直播' }).click();
  await page.getByRole('link', { name: await titleOf(context, 'now', 1) }).click();
  await expect(page.getByRole('link', { name: '登录后进入' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);

  await page.getByRole('link', { name: '全部直播' }).click();
  await page.getByRole('link', { name: await titleOf(context, 'replays') }).click();
  await alive(page);
  await plays(page);
  const chapters = page.getByRole('region', { name: '章节' }).getByRole('button');
  await expect(chapters.nth(2)).toBeVisible();
  await chapters.nth(2).click();
  // The second item was shown three and a half minutes in.
  await expect.poll(() => timeOf(page)).toBeGreaterThan(200);
  await expect(chapters.nth(2)).toHaveAttribute('aria-current', 'true');
  const shown = page.getByRole('region', { name: '直播商品' });
  await expect(shown).toContainText('本段商品');
  await expect(shown.getByRole('article').first()).toBeVisible();
  // A jump is no poor network.
  await expect(page.getByText('网络不太好')).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
});
