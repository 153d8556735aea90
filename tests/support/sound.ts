import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** A toast that goes by and goes is not waited for. */
const longest = 2_000;
/** A page that never comes to rest is told as it is. */
const looks = 5;

type Watched = Window & { hasMoved?: boolean };

/**
 * What axe finds in a page, or in a part of it, in one line each. It looks once nothing moves any more: half way from a
 * disabled button's colours to an enabled one's there is a contrast that nobody is shown for longer than a blink. Where
 * something began to move while it looked, it looks again.
 */
export async function violationsOf(page: Page, part?: string): Promise<string[]> {
  // Of a page that has only just begun to come there would be nothing to find fault with.
  await page.waitForLoadState('domcontentloaded');
  for (let look = 1; ; look++) {
    await restOf(page);
    // No page has a frame, so the report needs no page of its own to be put together in.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
    const hasMoved = await page.evaluate(() => (window as Watched).hasMoved === true);
    if (hasMoved && violations.length > 0 && look < looks) continue;
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary?.split('\n')[1] ?? ''}`,
      ),
    );
  }
}

/** Waits until nothing moves, and notes from then on whether something does. */
async function restOf(page: Page): Promise<void> {
  await page.waitForFunction((longest) => {
    const moves = document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) <= longest,
      );
    if (moves) return false;
    const watched = window as Watched;
    watched.hasMoved = false;
    const note = () => {
      watched.hasMoved = true;
    };
    addEventListener('transitionrun', note, { capture: true, once: true });
    return true;
  }, longest);
}
