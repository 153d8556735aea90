/** A page walked by keys alone, as by somebody without a mouse: each stop shows that it has the focus. */
import type { Locator, Page } from '@playwright/test';
import { alive } from './alive.ts';
import { expect } from './e2e.ts';

/** More stops than the main part of any page has. */
const most = 120;

/** Presses Tab until the element has the focus, on a fresh page over the link to its main part. Every stop is seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFresh = await page.evaluate(() => document.activeElement === document.body);
  if (isFresh && (await page.locator('dialog[open]').count()) === 0) {
    await alive(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  const element = await target.elementHandle();
  for (let presses = 0; presses < most; presses += 1) {
    const stop = await page.evaluate((wanted) => {
      const now = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(now);
      return {
        isThere: now === wanted,
        isSeen: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
        text: `${now.tagName} ${now.getAttribute('aria-label') ?? now.textContent?.trim().slice(0, 40)}`,
      };
    }, element);
    // Where the walk begins no key has led yet.
    if (presses > 0) expect(stop.isSeen, `the focus is seen on ${stop.text}`).toBe(true);
    if (stop.isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by Tab`);
}

/** Goes to the element by Tab and presses Enter there. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
