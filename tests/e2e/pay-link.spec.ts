/** 找人代付 in three browsers: the buyer makes the link, two strangers have it open, one pays, all pages follow. */
import type { Page } from '@playwright/test';
import { alive, openHearing } from '#tests/support/alive.ts';
import { get } from '#tests/support/calls.ts';
import { expect } from '#tests/support/e2e.ts';
import { placed } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { test } from '#tests/support/trade-day.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Opens the link and waits until its stream is there. */
async function openLink(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => /\/api\/pay\/link\/.+\/events$/.test(answer.url()));
  await open(page, path);
  expect((await stream).headers()['content-type']).toContain('text/event-stream');
}

test('a stranger pays by the link: told of no line, and the pages of the others follow by themselves', async ({
  page,
  context,
  newVisitor,
  logIn,
  wechat,
}) => {
  test.setTimeout(240_000);
  const buyer = await logIn();
  const made = await placed(context);
  const no = made.orders[0]!.no;

  // The buyer: from the order to where the link is made.
  await open(page, `/order/info/${no}`);
  const goods = await page.getByRole('region', { name: /商品/ }).getByRole('link').first().textContent();
  await page.getByRole('link', { name: '找人代付' }).click();
  await expect(page).toHaveURL(/#pay-link$/);
  const box = page.getByRole('region', { name: '找人代付' });
  await box.getByRole('button', { name: '生成代付链接' }).click();
  const address = box.getByTestId('pay-link');
  await expect(address).toHaveText(/\/pay\/[\w.-]+$/);
  expect(await violationsOf(page)).toEqual([]);
  const linkOf = async () => new URL((await address.textContent()) ?? '').pathname;
  const first = await linkOf();

  // A stranger has it open when it is taken back.
  const stranger = await newVisitor();
  const theirs = await stranger.newPage();
  await openLink(theirs, first);
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('代付订单');
  await box.getByRole('button', { name: '收回链接' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '收回', exact: true }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('代付链接已收回');
  await box.getByRole('button', { name: '生成代付链接' }).click();
  await expect(address).toBeVisible();
  const second = await linkOf();
  expect(second).not.toBe(first);

  // Two have the new one: whom the money is for and how much, nothing of goods, order or buyer.
  await openLink(theirs, second);
  const watcher = await (await newVisitor()).newPage();
  await openLink(watcher, second);
  const main = theirs.getByRole('main');
  await expect(main).toContainText(made.pay_amount);
  const { company } = await get<{ company: string }>(context, '/api/user/info');
  await expect(main).toContainText(company);
  for (const secret of [goods?.trim() || 'no goods', no, made.trade_no, buyer])
    await expect(main).not.toContainText(secret);
  expect(await violationsOf(theirs)).toEqual([]);
  await theirs.setViewportSize({ width: 390, height: 844 });
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.SHOTS)
    await theirs.screenshot({ path: `${process.env.SHOTS}/pay-link.png`, fullPage: true });

  // One of them pays while the buyer looks at the order, and at no button of it.
  await openHearing(page, `/order/info/${no}`);
  const state = page.locator('#state');
  await expect(state).toContainText('待付款');
  await theirs.getByRole('radio', { name: /微信支付/ }).check();
  await theirs.getByRole('button', { name: '立即支付' }).click();
  await expect(theirs.getByRole('img', { name: '微信支付付款二维码' })).toBeVisible();
  const [payNo = ''] = [...wechat.orders.keys()];
  expect(wechat.scan(payNo)).toBe(true);
  expect((await wechat.notifyPaid(payNo)).status).toBe(200);
  // Who paid keeps a receipt; who looked on does not.
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('代付成功');
  for (const kept of [made.pay_amount, payNo, company]) await expect(main).toContainText(kept);
  await expect(watcher.getByRole('heading', { level: 1 })).toHaveText('订单已付清');
  for (const secret of [company, payNo]) await expect(watcher.getByRole('main')).not.toContainText(secret);
  await expect(watcher.getByRole('main')).not.toContainText(made.pay_amount);
  await expect(state).toContainText('待发货');
  await page.reload();
  await expect(page.getByText(/微信支付（他人代付）/).first()).toBeVisible();

  // Nobody pays a second time: the link says so to whoever opens it later.
  await theirs.reload();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('代付成功');
  await watcher.reload();
  await expect(watcher.getByRole('heading', { level: 1 })).toHaveText('订单已付清');
  await expect(theirs.getByRole('button', { name: '立即支付' })).toHaveCount(0);
  expect(wechat.orders.size).toBe(1);
  expect(wechat.given(payNo)).toEqual([]);
});
