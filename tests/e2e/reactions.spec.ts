/** How the shop reacts when a call fails: the error catalogue of rules 16, reached through the real server. */
import type { Page } from '@playwright/test';
import { demoPassword, goodsPlain } from '#demo/seed/known.ts';
import { post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';
import { gotoSettled } from '#tests/support/settled.ts';

/** What is said at the top of the page, also to whoever cannot see it. */
const toast = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();

/** Opens a goods with prices, as whoever is logged in. */
async function openGoods(page: Page, id = goodsPlain): Promise<void> {
  await page.goto(`/list/info/${id}`);
  await expect(ownButton(page)).toBeEnabled();
}

test('401: an act of the buyer leads to the login page and back', async ({
  page,
  context,
  logIn,
  expectStatus,
}) => {
  const name = await logIn();
  await openGoods(page);
  // The session ends elsewhere: on another device, or by time.
  // What the page asks for by itself meanwhile is refused too, whatever it is.
  expectStatus(401, /^\/api\//);
  await context.clearCookies({ name: 'yp.session_token' });
  await ownButton(page).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/list/info/${goodsPlain}`)}`);
  await page.getByRole('textbox', { name: '登录名或手机号' }).fill(name);
  await page.getByRole('textbox', { name: '密码' }).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`/list/info/${goodsPlain}`);
  await expect(ownButton(page)).toBeEnabled();
});

test('401: what a page loads by itself stays silent', async ({ page, context, expectStatus }) => {
  expectStatus(401, '/api/user/info');
  expectStatus(401, '/api/user/home');
  // The hint says that somebody is logged in, and nobody is.
  await context.addCookies([{ name: 'yp_in', value: '1', domain: '127.0.0.1', path: '/' }]);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: /登录/ }).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a page of a buyer leads a visitor to the login page, and to no other site from there', async ({
  page,
}) => {
  await page.goto('/cart');
  await expect(page).toHaveURL('/login?next=%2Fcart');
  await page.goto('/login?next=https://evil.example/');
  await page.getByRole('textbox', { name: '登录名或手机号' }).fill('demo');
  await page.getByRole('textbox', { name: '密码' }).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('422: the first message of the first field', async ({ page, context, logIn, expectStatus }) => {
  await logIn();
  // Elsewhere the same buyer has put all there is into the cart already; this page cannot know. Somebody else may buy
  // of it in between, and then there is less.
  const box = page
    .getByRole('main')
    .getByRole('textbox', { name: /^购买数量/ })
    .first();
  await expect(async () => {
    await openGoods(page);
    const max = /到(\d+)$/.exec((await box.getAttribute('aria-label')) ?? '')?.[1];
    await post(context, '/api/cart', { form: `lines[0][goods_id]=${goodsPlain}&lines[0][number]=${max}` });
  }).toPass();
  expectStatus(422, '/api/cart');
  await ownButton(page).click();
  await expect(toast(page, /^已达最大购买量/)).toBeVisible();
});

test('a refusal below 500 is told in the server’s words', async ({ page, context, logIn, expectStatus }) => {
  await logIn();
  const address = { receiver: '王药师', phone: '13800138000', region_code: '420106', detail: '中北路 8 号' };
  const gone = await post<{ id: number }>(context, '/api/address', { json: JSON.stringify(address) });
  await page.goto('/zhzx/addr');
  // Deleted in another tab.
  await post(context, `/api/address/${gone.id}/delete`);
  expectStatus(404, `/api/address/${gone.id}/delete`);
  await page.getByRole('button', { name: '删除王药师的地址' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('温馨提示');
  await expect(dialog).toContainText(/[\u4e00-\u9fff]{4}/);
  await dialog.getByRole('button', { name: '知道了' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('王药师'), 'the page shows what the server has').toHaveCount(0);
});

test('no connection: 温馨提示 with a button that loads the page again', async ({ page, context, logIn }) => {
  await logIn();
  // The dialog itself comes by the line that is cut here, and so does what is on its way to an island.
  await gotoSettled(page, `/list/info/${goodsPlain}`);
  await expect(ownButton(page)).toBeEnabled();
  await context.setOffline(true);
  await ownButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('温馨提示');
  await expect(dialog).toContainText('请求超时，请刷新页面');
  await context.setOffline(false);
  const loaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: '刷新' }).click();
  await loaded;
  await expect(ownButton(page)).toBeEnabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('429: too many wrong passwords are told with the time to wait', async ({ page, expectStatus }) => {
  expectStatus(422, '/api/auth/login');
  expectStatus(429, '/api/auth/login');
  await page.goto('/login');
  await page.getByRole('textbox', { name: '登录名或手机号' }).fill('nobody-at-all');
  const button = page.getByRole('button', { name: '登录', exact: true });
  for (let tried = 0; tried < 6; tried++) {
    await page.getByRole('textbox', { name: '密码' }).fill(`wrong ${tried}`);
    const answered = page.waitForResponse('**/api/auth/login');
    await button.click();
    await answered;
    await expect(button).toBeEnabled();
  }
  await expect(
    page
      .getByText(/请1?\d分钟后再试/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test('409: a total that has changed is shown anew before anything is ordered', async ({
  page,
  context,
  logIn,
  expectStatus,
}) => {
  await logIn();
  const { added } = await post<{ added: { id: number; number: number }[] }>(context, '/api/cart', {
    form: `lines[0][goods_id]=${goodsPlain}`,
  });
  await page.goto('/cart/step2');
  const place = page.getByRole('region', { name: '提交订单', exact: true });
  const before = /¥[\d.]+/.exec((await place.textContent()) ?? '')?.[0];
  // In another tab the same line has grown.
  const { id, number } = added[0]!;
  await post(context, `/api/cart/${id}/edit`, { form: `number=${number * 3}` });
  expectStatus(409, '/api/order');
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(place).not.toContainText(before!);
  await expect(page).toHaveURL('/cart/step2');
  await expect(page.getByRole('alert').filter({ hasText: '应付金额由' })).toBeVisible();
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page).toHaveURL(/\/cart\/step3\//);
});
