import type { Locator, Page } from '@playwright/test';

/** The button of the goods that its own page is about; goods beside it have buttons too, and may have theirs earlier. */
export function addButton(page: Page): Locator {
  return page.getByRole('main').locator('section[data-goods]').getByRole('button', { name: '加入购物车' });
}
