/** Chat of two browsers: a buyer asks from a goods page, a merchant's desk answers; at a phone a message waits for the line. */
import type { BrowserContext, Page } from '@playwright/test';
import { goodsPlain, goodsPlainElsewhere } from '#demo/seed/known.ts';
import type { Talks } from '#lib/contract/chat/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { get } from '#tests/support/calls.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

const box = (page: Page) => page.getByRole('textbox', { name: '消息内容' });
const log = (page: Page) => page.getByRole('log', { name: '消息' });

/** Writes a message and waits until the server has it. */
async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  const own = log(page).getByRole('listitem').filter({ hasText: text });
  await expect(own).toContainText(/已发|已读/);
  await expect(box(page)).toHaveValue('');
}

/** The merchant whose item the page shows. */
async function merchantOf(page: Page): Promise<number> {
  const href = await page.getByRole('link', { name: '联系商家' }).first().getAttribute('href');
  return Number(/merchant=(\d+)/.exec(href ?? '')?.[1]);
}

/** A person of the merchant's service at the desk of chat, on duty. */
async function openDesk(desk: BrowserContext, username: string, merchantId: number): Promise<Page> {
  await signInAtMerchantDesk(desk, { username, role: 'service', merchantId });
  const page = await desk.newPage();
  await page.goto('/desk/chat');
  await alive(page);
  await page.getByRole('switch', { name: '在线接待' }).click();
  await expect(page.getByRole('switch', { name: '在线接待' })).toBeChecked();
  return page;
}

/** Opens the talk of a company at the desk, whichever tab it stands in. */
async function openAtDesk(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: /^全部/ }).click();
  await page.getByRole('list', { name: '会话' }).getByRole('button').filter({ hasText: text }).click();
  await expect(log(page)).toContainText(text);
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('from a goods page to the answer of a desk, live at both sides', async ({
  page,
  context,
  logIn,
  newVisitor,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn();
  await page.goto(`/list/info/${goodsPlain}`);
  // The frame has come to life: its links open the drawer.
  await expect(page.getByRole('banner').getByRole('button', { name: '安全退出' })).toBeVisible();
  const desk = await openDesk(await newVisitor(), 'liaotian-kefu', await merchantOf(page));

  const link = page.getByRole('complementary', { name: '商家' }).getByRole('link', { name: '联系商家' });
  await link.click();
  await expect(box(page)).toBeFocused();
  await page.getByRole('button', { name: '发给客服' }).click();
  await expect(log(page).getByRole('listitem').filter({ hasText: '商品' })).toContainText('已发');
  const question = `整件有优惠吗 ${Date.now()}`;
  await say(page, question);

  await openAtDesk(desk, question);
  // The desk has seen it.
  await expect(log(page).getByRole('listitem').filter({ hasText: question })).toContainText('已读');
  await box(desk).pressSequentially('有');
  await expect(page.getByText('正在输入…')).toBeVisible();
  await say(desk, '有的，满10件每件减1元');
  await expect(log(page)).toContainText('有的，满10件每件减1元');
  expect(await violationsOf(page, '#cart-drawer')).toEqual([]);

  // A recalled message leaves both sides.
  await say(page, '发错了');
  const wrong = log(page).getByRole('listitem').filter({ hasText: '发错了' });
  await expect(log(desk)).toContainText('发错了');
  await wrong.hover();
  await wrong.getByRole('button', { name: '撤回' }).click();
  await expect(log(page)).toContainText('您撤回了一条消息');
  await expect(log(desk)).not.toContainText('发错了');

  // Another page shows the number of what was not read; Esc gives the focus back to the link.
  await box(page).press('Escape');
  await expect(link).toBeFocused();
  await say(desk, '还需要什么吗');
  const rail = page.getByRole('complementary', { name: '快捷工具' });
  await expect(rail.getByRole('link', { name: /^客服\s*1\s*条未读/ })).toBeVisible();

  await page.goto('/chat');
  await page
    .getByRole('navigation', { name: '会话' })
    .getByRole('button')
    .filter({ hasText: '还需要什么吗' })
    .click();
  await expect(log(page)).toContainText('还需要什么吗');
  await desk.getByRole('button', { name: /^结束/ }).click();
  await page.getByRole('radio', { name: /^5星/ }).check();
  await page.getByRole('button', { name: '提交评价' }).click();
  await expect(page.getByText('您评价了5星')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const { unread } = await get<Talks>(context, '/api/chat/talks');
  expect(unread).toBe(0);
});

test('at a phone: a message that had no line is sent by the next page, once', async ({
  page,
  context,
  logIn,
  newVisitor,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn();
  await page.goto(`/list/info/${goodsPlainElsewhere}`);
  const desk = await openDesk(await newVisitor(), 'liaotian-shouji', await merchantOf(page));
  // The one beside the item's name; the merchant's panel is far below.
  await page.getByRole('link', { name: '联系商家' }).first().click();
  await expect(page).toHaveURL(/\/chat\?/);
  await expect(box(page)).toBeVisible();
  const first = `在吗 ${Date.now()}`;
  await say(page, first);
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  const bars = await page
    .locator('main header, main section[aria-label="写消息"]')
    .evaluateAll((all) => all.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0));
  expect(bars).toBeLessThanOrEqual(120);
  expect(await violationsOf(page)).toEqual([]);

  await context.setOffline(true);
  const late = `断网时写的 ${Date.now()}`;
  await box(page).fill(late);
  await box(page).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: late })).toContainText('待发');
  const address = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.setViewportSize({ width: 390, height: 844 });
  await again.goto(address);
  const arrived = again.getByRole('listitem').filter({ hasText: late });
  await expect(arrived).toContainText('已发');
  await expect(arrived).toHaveCount(1);

  await openAtDesk(desk, late);
  await say(desk, '在的，请讲');
  await expect(log(again)).toContainText('在的，请讲');
  await expect(arrived).toContainText('已读');
});
