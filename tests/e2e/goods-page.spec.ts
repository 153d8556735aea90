/** A goods' own page: its pictures and its film. */
import { goodsPlain, goodsPlainSecond } from '#lib/server/db/seed/known.ts';
import { expect, test } from '#tests/support/e2e.ts';

test('pictures and the film are a thumbnail away, and the film comes in parts', async ({ page }) => {
  await page.goto(`/list/info/${goodsPlain}`);
  const main = page.getByRole('main');
  const film = main.locator('video');
  await expect(film).toHaveAttribute('preload', 'none');
  await expect(film).not.toBeInViewport();
  await main.getByRole('button', { name: '看视频' }).click();
  await expect(film).toBeInViewport({ ratio: 0.9 });
  await expect(main.getByRole('button', { name: '看视频' })).toHaveAttribute('aria-current', 'true');
  await main.getByRole('button', { name: '看包装信息' }).press('Enter');
  await expect(main.getByRole('img', { name: /包装信息$/ })).toBeInViewport({ ratio: 0.9 });
  await expect(film).not.toBeInViewport();

  // Phones ask for the first bytes alone, and play nothing from a server that answers with all of them.
  const address = (await film.getAttribute('src')) ?? '';
  const part = await page.request.get(address, { headers: { range: 'bytes=0-1' } });
  expect(part.status()).toBe(206);
  expect(part.headers()).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '2' });
});

test('a goods without a film has no place for one', async ({ page }) => {
  await page.goto(`/list/info/${goodsPlainSecond}`);
  await expect(page.getByRole('main').getByRole('button', { name: '看包装正面' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
});

test('a goods that is not there has a heading, and search engines are kept away', async ({
  page,
  expectStatus,
}) => {
  expectStatus(404, '/list/info/99999999');
  await page.goto('/list/info/99999999');
  await expect(page.getByRole('heading', { level: 1, name: '商品不存在' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
});
