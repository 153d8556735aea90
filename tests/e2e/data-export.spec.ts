/** A company's own data as a file: asked for, made while the page is looked at, fetched; nobody else's. */
import { alive } from '#tests/support/alive.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

// The job that makes it may take most of a minute beside other tests.
test.setTimeout(360_000);

test('the owner exports the company’s data and fetches the file', async ({ page, newVisitor, logIn }) => {
  await logIn();
  await page.goto('/zhzx/zxzh');
  await alive(page);
  await page.getByRole('button', { name: '开始导出' }).click();
  const link = page.getByRole('link', { name: /^下载ZIP/ });
  await expect(link).toBeVisible({ timeout: 80_000 });
  expect(await violationsOf(page)).toEqual([]);
  const coming = page.waitForEvent('download');
  await link.click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('药批网数据导出.zip');
  const address = (await link.getAttribute('href')) ?? '';
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Another company by its address.
  const other = await newVisitor();
  await logIn(undefined, other);
  expect((await other.request.get(address)).status()).toBe(404);
  // A new page says the same.
  await page.reload();
  await expect(link).toBeVisible();
});
