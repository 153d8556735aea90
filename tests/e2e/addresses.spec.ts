/** Addresses with nothing behind them: one way for each kind (rules 9). */
import { expect, test } from '#tests/support/e2e.ts';

test('an unknown path leads to a page that names it, and leads on', async ({
  page,
  request,
  expectStatus,
}) => {
  expectStatus(404, '/404');
  const answer = await request.get('/no/such/page?a=1', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([
    302,
    '/404?from=%2Fno%2Fsuch%2Fpage%3Fa%3D1',
  ]);
  await page.goto('/no/such/page?a=1');
  await expect(page).toHaveURL('/404?from=%2Fno%2Fsuch%2Fpage%3Fa%3D1');
  await expect(page.getByRole('main')).toContainText('没有这个地址：/no/such/page?a=1');
  await expect(page).toHaveTitle('页面不存在 · 药批网');
  const main = page.getByRole('main');
  await main.getByRole('searchbox').fill('板蓝根');
  await main.getByRole('button', { name: '搜索' }).click();
  await expect(page).toHaveURL(/\/search\?keywords=/);
});

test('a known page whose subject is not there says so in its place; an unknown address leads to one that does', async ({
  request,
}) => {
  for (const address of [
    '/hdzx/nothing',
    '/hdzq/99999',
    '/kxzq/goods/nothing',
    '/activity/eleven/jz/x',
    '/ppzq/info/0',
    '/ppzq/info/1/999',
    '/ppzq/999',
    '/business/999',
    '/ListOthershanghu/x',
    '/list/other/x',
  ]) {
    // Known pages whose subject is not there: in their place.
    const answer = await request.get(address, { maxRedirects: 0 });
    expect([answer.status(), (await answer.text()).includes('页面不存在')], address).toEqual([404, true]);
  }
  for (const address of ['/abc', '/abc/def?x=1', '/list/info', '/中文']) {
    const answer = await request.get(address, { maxRedirects: 0 });
    const from = new URLSearchParams({ from: new URL(address, 'http://x').href.slice('http://x'.length) });
    expect([answer.status(), answer.headers().location], address).toEqual([302, `/404?${from}`]);
    const page = await request.get(address);
    expect([page.status(), await page.text()], address).toEqual([
      404,
      expect.stringContaining(`没有这个地址`),
    ]);
  }
});
