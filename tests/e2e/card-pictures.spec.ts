/** The other pictures of a goods' card: drawn aside by a finger or called by an arrow, and the card still leads to the goods. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/e2e.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/**
 * Draws a finger over an element, so many px to the left, and rests there before it is lifted: one that leaves in motion
 * sets the page in motion, and the browser takes the tap after it for stopping that.
 */
async function drawLeft(page: Page, place: Locator, px: number): Promise<void> {
  const box = await place.boundingBox();
  if (box === null) throw new Error(`${place} is not to be seen`);
  const { x, y } = { x: box.x + box.width * 0.8, y: box.y + box.height / 2 };
  const browser = await page.context().newCDPSession(page);
  // Seconds; the whole of it has happened by now.
  const begun = Date.now() / 1000 - 1;
  const touch = (type: 'touchStart' | 'touchMove', by: number, after: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: x - by, y }],
      timestamp: begun + after,
    });
  await touch('touchStart', 0, 0);
  for (let moved = 1; moved <= 5; moved++) await touch('touchMove', (px * moved) / 5, 0.04 * moved);
  for (let rested = 1; rested <= 3; rested++) await touch('touchMove', px, 0.2 + 0.2 * rested);
  await browser.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
    timestamp: begun + 0.9,
  });
  await browser.detach();
}

test('a finger draws the next picture, an arrow is announced, and the tap after it opens the goods', async ({
  page,
}) => {
  await page.goto('/list');
  const card = page.getByRole('main').locator('article[data-goods]').first();
  const place = card.locator('[data-pictures]');
  const shown = place.locator('img').first();
  const first = (await shown.getAttribute('src')) ?? '';
  const said = page.locator('p[role="status"]', { hasText: /张图，共/ });

  await drawLeft(page, place, 70);
  await expect(said).toHaveText(/，第2张图，共[345]张$/);
  await expect(shown).not.toHaveAttribute('src', first);
  await expect(page).toHaveURL(/\/list$/);

  await card.getByRole('heading').getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText(/，第3张图，共/);
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText(/，第2张图，共/);

  await drawLeft(page, place, 70);
  await expect(said).toHaveText(/，第3张图，共/);
  const to = `/list/info/${await card.getAttribute('data-goods')}`;
  await place.tap();
  await expect(page).toHaveURL(to);
});
