import type { Page } from '@playwright/test';
import { expect } from './e2e.ts';

/**
 * Waits until the islands of a page answer, in a part of it. Presses and texts before that are kept by the page itself;
 * keys, files and what is looked at as a whole need it. Behind a press that leads on, wait for the address first.
 */
export async function alive(page: Page, part = 'main'): Promise<void> {
  // A page that has only just begun to come has no island yet that could be asleep.
  await page.waitForLoadState('domcontentloaded');
  await expect.poll(() => page.locator(`${part} astro-island[ssr]`).evaluateAll(countAsleep)).toBe(0);
  // React takes an island over in tasks of its own, and those who listen to the whole page begin behind them.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Islands that still have to wake; those that wake when they are seen, and are not, sleep on. */
function countAsleep(islands: Element[]): number {
  return islands.filter((island) => {
    if (!/^(?:buyer|visible)$/.test(island.getAttribute('client') ?? '')) return true;
    const box = island.firstElementChild?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.top < innerHeight && box.bottom > 0;
  }).length;
}

/** Opens a page and waits until it hears of what others do: what happens between its drawing and that is told to nobody. */
export async function openHearing(page: Page, path: string): Promise<void> {
  const line = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
  await page.goto(path);
  await alive(page);
  await line;
}
