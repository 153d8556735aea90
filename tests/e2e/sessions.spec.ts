/** 登录设备: what one sees of the own devices, and ending them, on a phone and by keyboard. */
import type { Page } from '@playwright/test';
import { demoPassword } from '#demo/seed/known.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';
import { codeNow, secretOf } from '#tests/support/totp.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Nothing is typed or pressed before the page has come to life. */
const isAlive = (page: Page) => expect(page.locator('main astro-island[ssr]')).toHaveCount(0);

test('devices are listed and ended by keyboard alone, and an ended one is asked to log in', async ({
  page,
  logIn,
  newVisitor,
}) => {
  const name = await logIn();
  const [second, third] = [await newVisitor(), await newVisitor()];
  await logIn(name, second);
  await logIn(name, third);
  await page.goto('/user');
  await page
    .getByRole('navigation', { name: '会员中心菜单' })
    .getByRole('link', { name: '登录设备' })
    .click();
  await expect(page).toHaveTitle(/^登录设备 · /);
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '最近使用' });
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Chrome');
  await expect(rows.first()).toContainText('当前设备');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(page, 'main')).toEqual([]);

  await rows
    .nth(1)
    .getByRole('button', { name: /^退出登录：/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('heading', { name: '登录设备' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: '退出其他设备' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: '退出其他设备' })).toBeDisabled();
  for (const other of [second, third]) {
    const away = await other.newPage();
    await away.goto('/zhzx/sessions');
    await expect(away).toHaveURL('/login?next=%2Fzhzx%2Fsessions');
  }
  await page.goto('/order');
  await expect(page).toHaveURL('/order');
});

test('people of a frozen company look at orders and messages; their other pages say why', async ({
  page,
  logIn,
}) => {
  await logIn('frozen');
  for (const closed of ['/cart', '/zhzx/addr', '/zzfw/kjcg', '/wdqb/yhq']) {
    await page.goto(closed);
    await expect(page, closed).toHaveURL('/user');
  }
  await expect(page.getByRole('main')).toContainText('已冻结');
  const menu = page.getByRole('navigation', { name: '会员中心菜单' });
  await expect(menu.getByRole('link')).toHaveText([
    '会员中心',
    '我的订单',
    '售后服务',
    '采购对账',
    // What everybody may look at, and what a company has waiting.
    ...['积分订单', '签到', '积分商城', '幸运大转盘'],
    '资质证件',
    '绑定微信',
    '我的消息',
    '登录设备',
    '电子发票',
    '意见反馈',
  ]);
  for (const open of ['/order', '/zhzx/wdxx']) {
    await page.goto(open);
    await expect(page).toHaveURL(open);
  }
  await expect(page.getByRole('button', { name: '全部标为已读' })).toHaveCount(0);
});

test('an owner’s log-in asks for the code of an authenticator once that is set up, and no more once it is off', async ({
  page,
  logIn,
  newVisitor,
  expectStatus,
}) => {
  expectStatus(422, '/api/auth/login');
  const name = await logIn();
  await page.goto('/zhzx/sessions');
  await isAlive(page);
  const box = page.getByRole('region', { name: /^登录验证码/ });
  await box.getByRole('button', { name: '开启登录验证码' }).click();
  await box.getByLabel('先填写登录密码').fill(demoPassword);
  await box.getByRole('button', { name: '下一步' }).click();
  await expect(box.getByRole('img', { name: '身份验证器的二维码' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(page, 'main')).toEqual([]);
  const secret = secretOf((await box.getByText(/^[A-Z2-7]{4} [A-Z2-7 ]+$/).textContent()) ?? '');
  await box.getByLabel('身份验证器上的6位数字').fill(await codeNow(secret));
  await box.getByRole('button', { name: '确认绑定' }).click();
  const recovery = (await box.getByRole('listitem').first().textContent()) ?? '';
  await expect(box).toContainText('还有10个恢复码可用');
  await box.getByRole('button', { name: '已保存' }).click();

  const login = await (await newVisitor()).newPage();
  await login.goto('/login');
  await isAlive(login);
  await login.getByRole('textbox', { name: '登录名或手机号' }).fill(name);
  await login.getByLabel('密码', { exact: false }).and(login.locator('input')).fill(demoPassword);
  await login.getByRole('button', { name: '登录', exact: true }).click();
  const code = login.getByRole('textbox', { name: /^验证码/ });
  await expect(code).toBeFocused();
  expect(await violationsOf(login, 'main')).toEqual([]);
  await code.fill('000000');
  await login.getByRole('button', { name: '登录', exact: true }).click();
  await expect(login.getByText(/^验证码错误或已使用过/)).toBeVisible();
  // The one that confirmed is used up: the next is good already.
  await code.fill(await codeNow(secret, 1));
  await login.getByRole('button', { name: '登录', exact: true }).click();
  await expect(login).toHaveURL('/');

  await box.getByRole('button', { name: '关闭登录验证码' }).click();
  await box.getByLabel('身份验证器上的6位数字').fill(recovery);
  await box.getByRole('button', { name: '确认关闭' }).click();
  await expect(box).toContainText('未开启');
  await logIn(name, await newVisitor());
});
