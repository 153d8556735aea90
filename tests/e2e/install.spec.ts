/** The installed app: what it is called, what its worker keeps, what it shows without a network; and search engines' files. */
import { goodsPlain } from '#demo/seed/known.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { gotoSettled } from '#tests/support/settled.ts';

test('the site can be installed; without a network there is a page that says so, and nothing else is kept', async ({
  page,
  context,
  logIn,
}) => {
  await logIn('demo');
  await page.goto('/');
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await fetch(link!.href)).json();
  });
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/order');
  // What is on its way when the network goes is told to the reader, and is another test's.
  await gotoSettled(page, `/list/info/${goodsPlain}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.goto('/list').catch(() => {});
  await expect(page.getByRole('heading', { name: '网络已断开' })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(['/offline.html']);
  await context.setOffline(false);
  await page.getByRole('link', { name: '重新加载' }).click();
  await expect(page).toHaveURL('/list');
  await expect(page.getByRole('heading', { name: /全部商品/ })).toBeVisible();
});

test('加到桌面 says how where the browser cannot ask', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('button', { name: '加到桌面' }).click();
  const help = page.getByRole('dialog', { name: '加到桌面' });
  await expect(help).toContainText('添加到主屏幕');
  await help.getByRole('button', { name: '知道了' }).click();
  await expect(help).toBeHidden();
});

test('what is shared has a title, a sentence and a picture; robots keep out of what is private', async ({
  page,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  for (const folder of ['/api/', '/cart', '/order', '/user', '/zzfw'])
    expect(robots).toContain(`Disallow: ${folder}\n`);
  expect((await page.request.get('/sitemap/goods-99.xml')).status()).toBe(404);
  await page.goto(`/list/info/${goodsPlain}`);
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
  expect(await meta('type')).toBe('product');
  expect(await meta('description')).toContain('登录后查看采购价');
  const picture = new URL((await meta('image')) ?? '');
  const answer = await page.request.get(picture.pathname);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')['@graph'][0]['@type']).toBe('Product');
  expect(data).not.toMatch(/price|offers/i);
});
