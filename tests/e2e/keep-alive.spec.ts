/** Pages of the route table with `keepAlive`: gone back to, each is as it was left (rules 9). */
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/e2e.ts';
import { addressOf, noIds, patterns } from '#tests/support/page-addresses.ts';

const kept = patterns.filter(([, { keepAlive }]) => keepAlive);

const boxesOf = (page: Page) =>
  page.locator('main :is(input:not([type=checkbox], [type=radio], [type=hidden]), textarea):visible:enabled');
const ticksOf = (page: Page) => page.locator('main input[type=checkbox]:visible:enabled');

/** Where the page is scrolled to, what stands in its first box, and whether its first tick is set. */
async function stateOf(page: Page): Promise<unknown[]> {
  const [box, tick] = [boxesOf(page).first(), ticksOf(page).first()];
  return [
    await page.evaluate(() => Math.round(scrollY)),
    (await box.count()) > 0 ? await box.inputValue() : null,
    (await tick.count()) > 0 ? await tick.isChecked() : null,
  ];
}

/** The same state; what stands above may be some lines higher or lower now, and the browser keeps what is in sight. */
async function isAs([at, ...left]: unknown[], page: Page): Promise<boolean> {
  const [now, ...found] = await stateOf(page);
  return Math.abs(Number(now) - Number(at)) < 80 && JSON.stringify(found) === JSON.stringify(left);
}

/** Types into the first box, turns the first tick, scrolls; answers the state once it is at rest. */
async function leaveTraces(page: Page): Promise<unknown[]> {
  const [box, tick] = [boxesOf(page).first(), ticksOf(page).first()];
  if ((await box.count()) > 0) {
    await box.fill('35');
    // A number that is being typed waits for its next figure.
    await box.blur();
  }
  if ((await tick.count()) > 0) await tick.click();
  await page.evaluate(() => scrollTo(0, Math.min(520, document.documentElement.scrollHeight - innerHeight)));
  // A quantity box makes packs of the number.
  let before: unknown[] = [];
  await expect
    .poll(
      async () => {
        const last = before;
        before = await stateOf(page);
        return JSON.stringify(last) === JSON.stringify(before);
      },
      { intervals: [300] },
    )
    .toBe(true);
  return before;
}

/** Each test takes its share of the pages. */
const shares = 4;

for (let share = 0; share < shares; share++)
  test(`flagged pages come back with scroll, ticks and typed text (${share + 1} of ${shares})`, async ({
    page,
    logIn,
  }) => {
    test.slow();
    await logIn('demo');
    const own = kept.filter((_, at) => at % shares === share);
    let typed = 0;
    for (const [pattern] of own) {
      const address = addressOf(pattern, noIds);
      await page.goto(address);
      // Islands below the fold sleep on; those in sight have their prices.
      await expect(page.locator('main [data-goods]').first().locator('[data-waiting]')).toHaveCount(0);
      const left = await leaveTraces(page);
      typed += left[1] === null ? 0 : 1;
      await page.goto('about:blank');
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect.poll(() => isAs(left, page), { message: `${address}: ${left}` }).toBe(true);
    }
    expect(typed).toBeGreaterThan(own.length / 3);
  });

test('a filter comes back with its page, and nothing is given to a page that is opened anew', async ({
  page,
}) => {
  await page.goto('/list?in_stock=1&page=2');
  await page.goto('/shop?keywords=%E8%A1%A1%E5%B7%9D');
  const box = page.getByRole('main').getByRole('searchbox');
  await box.fill('岚谷');
  await page.goto('/help');
  await page.goBack();
  await expect(box).toHaveValue('岚谷');
  await page.goBack();
  await expect(page).toHaveURL('/list?in_stock=1&page=2');
  await page.goto('/shop?keywords=%E8%A1%A1%E5%B7%9D');
  await expect(box).toHaveValue('衡川');
});
