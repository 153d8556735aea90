import type { Page, Request } from '@playwright/test';
import { expect } from './e2e.ts';

/** Never finished while the page stands: the line of events, and films, which come in parts. */
const endless = ['eventsource', 'media'];

/** Goes to a page and waits until it has come to rest: its islands alive and every call of theirs answered. */
export async function gotoSettled(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  const add = (request: Request) => {
    if (!endless.includes(request.resourceType())) pending.add(request);
  };
  const remove = (request: Request) => pending.delete(request);
  page.on('request', add);
  page.on('requestfinished', remove);
  page.on('requestfailed', remove);
  try {
    await page.goto(path);
    // The others come to life when they are seen or touched.
    await expect(
      page.locator('astro-island[ssr]:not([client="visible"], [client="buyer"], [client="touch"])'),
    ).toHaveCount(0);
    await expect
      .poll(async () => {
        const before = pending.size;
        // What came to life starts its calls in effects, after a frame.
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))),
        );
        return before + pending.size;
      })
      .toBe(0);
  } finally {
    page.off('request', add);
    page.off('requestfinished', remove);
    page.off('requestfailed', remove);
  }
}
