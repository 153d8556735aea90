/** Coupons, favourites, 到货通知 and 降价通知, and a company that changes what it is, as a buyer meets them. */
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import type { OrderList } from '#lib/contract/orders/order.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';
import { pdfOf } from '#tests/support/papers.ts';
import { placed } from '#tests/support/placed.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('coupons are claimed in the centre, and each says how it stands', async ({ page, logIn }) => {
  await page.goto('/lqzx');
  const ticket = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(ticket('平台通用券')).not.toContainText('¥');
  await logIn();
  await page.goto('/lqzx');
  await expect(ticket('平台通用券')).toContainText('满800可用');
  await expect(ticket('周末满减券').getByRole('button', { name: '未开始' })).toBeDisabled();
  await expect(ticket('苏芃器械券').getByRole('button', { name: '已抢光' })).toBeDisabled();
  await expect(ticket('限时店铺券').getByRole('button', { name: '已过期' })).toBeDisabled();
  await ticket('自营大额券').getByRole('button', { name: '立即领取' }).click();
  await expect(ticket('自营大额券').getByRole('button', { name: '再领一张' })).toBeVisible();
  await ticket('平台通用券').getByRole('button', { name: '立即领取' }).click();
  await expect(ticket('平台通用券').getByRole('link', { name: '去使用' })).toBeVisible();
  await page.goto('/wdqb/yhq');
  await expect(ticket('平台通用券').getByRole('link', { name: '去使用' })).toBeVisible();
});

test('a star keeps a goods, and takes it away again', async ({ page, logIn }) => {
  await logIn();
  await page.goto(`/list/info/${known.goodsPlain}`);
  await ownButton(page, '收藏').click();
  // A message goes after three seconds, unless somebody is at it.
  const link = page.getByRole('link', { name: '查看收藏' });
  await link.focus();
  await expect(page.getByText('收藏成功').filter({ visible: true }).first()).toBeVisible();
  await link.press('Enter');
  await expect(page).toHaveURL('/zzfw/star');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '布洛芬缓释胶囊' });
  await expect(card.getByRole('button', { name: '加入购物车' })).toBeEnabled();
  await card.getByRole('checkbox').check();
  await page.getByRole('button', { name: '加入购物车' }).first().click();
  await expect(page.getByText('已将1种商品加入购物车').filter({ visible: true }).first()).toBeVisible();
  await card.getByRole('button', { name: '收藏' }).click();
  await expect(page.getByText('取消收藏成功').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^我的收藏\s*0种/ })).toBeVisible();
});

/** Puts all there is of a goods into an order that nobody has paid yet. */
async function takeAll(buyer: BrowserContext, id: number): Promise<void> {
  const { number, zbz } = await get<{ number: number; zbz: number }>(buyer, `/api/goods/detail/${id}`);
  await placed(buyer, [{ goods_id: id, number: Math.floor(number / zbz) * zbz }]);
}

test('what is out of stock is told, asked for, and answered by a message', async ({
  page,
  newVisitor,
  logIn,
  expectStatus,
}) => {
  const id = known.goodsDeviceNoScope;
  await logIn();
  await page.goto(`/list/info/${id}`);
  const main = page.getByRole('main');
  await expect(ownButton(page)).toBeEnabled();
  const other = await newVisitor();
  await logIn(undefined, other);
  await takeAll(other, id);

  // This page has not heard of it yet: 411, with the way on.
  expectStatus(411, '/api/cart');
  await ownButton(page).click();
  const popup = page.getByRole('dialog', { name: '温馨提示' });
  await expect(popup).toContainText('可登记到货通知');
  await expect(popup.getByRole('link', { name: '看同品' })).toBeVisible();
  await popup.getByRole('button', { name: '知道了' }).click();

  await page.reload();
  await ownButton(page, '到货通知').click();
  await expect(ownButton(page, '已登记到货通知')).toBeVisible();
  const [order] = (await get<OrderList>(other, '/api/order')).list;
  await post(other, `/api/order/${order!.no}/cancel`);

  // The badge comes by itself, over the live events.
  await expect(page.getByRole('banner').getByRole('link', { name: /^消息\s*1\s*条未读消息/ })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: /^消息/ }).click();
  await expect(page).toHaveURL('/zhzx/wdxx');
  const message = main.getByRole('listitem').filter({ hasText: '到货通知' });
  await expect(message).toContainText('已到货，可以下单了');
  await message.getByRole('link', { name: /^去购买/ }).click();
  await expect(page).toHaveURL(`/list/info/${id}`);
  await expect(page.getByRole('banner').getByRole('link', { name: '消息', exact: true })).toBeVisible();
  await ownButton(page, '降价通知').click();
  const dialog = page.getByRole('dialog', { name: '降价通知' });
  await dialog.getByLabel('目标价（元）').fill('0.01');
  await dialog.getByRole('button', { name: '登记' }).click();
  await page.getByRole('link', { name: '我的提醒' }).press('Enter');
  await expect(page).toHaveURL('/zhzx/jjdh');
  await expect(main.getByText('目标价 低于 ¥0.01')).toBeVisible();
  await main.getByRole('button', { name: /^取消降价通知/ }).click();
  await expect(main.getByText('0个等待中')).toBeVisible();
});

test('the coupon centre is one page for everyone, kept for a while', async ({ request, page, logIn }) => {
  const isKept = async (by: APIRequestContext) => (await by.get('/lqzx')).headers()['x-cache'];
  // Half a minute may end, and others may take the last coupon, between any two of these.
  await expect.poll(() => isKept(request)).toBe('hit');
  const name = await logIn();
  await expect.poll(() => isKept(page.request)).toBe('hit');
  const html = await (await page.request.get('/lqzx')).text();
  expect(html).not.toContain(name);
  expect(html).not.toMatch(/[¥￥]\s*\d/);
});

test('the view in which lists are looked at is the person’s, on every device', async ({
  page,
  context,
  logIn,
  newVisitor,
}) => {
  const name = await logIn();
  const userOf = () => get<UserInfo>(context, '/api/user/info');
  const { company } = await userOf();
  await page.goto('/list');
  // Whose choice it is has to be known first.
  await expect(page.getByText(company).first()).toBeVisible();
  await page
    .getByRole('navigation', { name: '列表样式' })
    .getByRole('link', { name: '表格', exact: true })
    .click();
  await expect(page).toHaveURL('/list/table');
  await expect.poll(async () => (await userOf()).list_view).toBe('table');

  const other = await newVisitor();
  await logIn(name, other);
  const there = await other.newPage();
  await there.goto('/');
  await expect(there.getByText(company).first()).toBeVisible();
  await there.getByRole('link', { name: '药品列表', exact: true }).first().click();
  await expect(there).toHaveURL('/list/table');
});

test('a company changes its name: what it lacks leads to the licence, which is replaced and handed in', async ({
  page,
  logIn,
}) => {
  await logIn();
  await page.goto('/zhzx/bgzl');
  await alive(page);
  const name = page.getByRole('textbox', { name: '企业名称' });
  await name.fill(`${await name.inputValue()}二店`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const lack = page.getByRole('list', { name: '还需要补充' }).getByRole('link', { name: /营业执照/ });
  await lack.click();
  await expect(page).toHaveURL('/zhzx/zzzj#paper-business_licence');
  await alive(page);
  // What counts is not written in: the way leads to its button.
  const replace = page.getByRole('button', { name: '更换：营业执照' });
  await expect(replace).toBeFocused();
  await replace.press('Enter');
  const card = page.getByRole('region', { name: '营业执照', exact: true });
  await card.getByLabel('证件编号').fill('91420100MA4KTEST0X');
  await card.getByLabel('有效期起').fill('2024-01-01');
  await card.getByLabel('证件编号').press('Tab');
  // What is missing by now is the end and the picture.
  await page
    .getByRole('region', { name: '还需要补充' })
    .getByRole('link', { name: /营业执照/ })
    .first()
    .click();
  await expect(card.getByLabel('有效期至')).toBeFocused();
  await card.getByRole('checkbox', { name: '长期' }).check();
  const file = { name: '新执照.pdf', mimeType: 'application/pdf', buffer: pdfOf(1) };
  await card.getByLabel('选择营业执照的文件').setInputFiles(file);
  const files = card.getByRole('list', { name: '营业执照的文件' }).getByRole('listitem');
  await expect(files).toHaveCount(1, untilRead);
  await expect(page.getByRole('region', { name: '还需要补充' })).toHaveCount(0);
  expect(await violationsOf(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByText('已提交审核，审核结束前不能修改')).toBeVisible();
  await page.goto('/zhzx/bgzl');
  await expect(page.getByRole('table', { name: '变更前后对照' })).toContainText('二店');
  await expect(page.getByRole('button', { name: '撤回' })).toBeVisible();
});
