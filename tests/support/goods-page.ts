import type { Locator, Page } from '@playwright/test';

/** A button of the goods that its own page is about; goods beside it have buttons too, and may have theirs earlier. */
export function ownButton(page: Page, name = '加入购物车'): Locator {
  return page.getByRole('main').locator('section[data-goods]').getByRole('button', { name });
}
