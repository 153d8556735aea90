import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** A toast that goes by and goes is not waited for. */
const longest = 2_000;

/**
 * What axe finds in a page, or in a part of it, in one line each. It looks once nothing moves any more: half way from a
 * disabled button's colours to an enabled one's there is a contrast that nobody is shown for longer than a blink.
 */
export async function violationsOf(page: Page, part?: string): Promise<string[]> {
  // Of a page that has only just begun to come there would be nothing to find fault with.
  await page.waitForLoadState('domcontentloaded');
  await page.waitForFunction(
    (longest) =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || Number(effect?.getComputedTiming().endTime) > longest,
        ),
    longest,
  );
  // No page has a frame, so the report needs no page of its own to be put together in.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary?.split('\n')[1] ?? ''}`,
    ),
  );
}
