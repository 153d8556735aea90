/** Controls that many pages have, by the names that a reader of the screen hears. */
import type { Locator, Page } from '@playwright/test';

/** Where short messages appear after an act. */
export function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: '提示' });
}
