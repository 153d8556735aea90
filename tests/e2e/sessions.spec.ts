/** 登录设备: what one sees of the own devices, and ending them, on a phone and by keyboard. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '#tests/support/e2e.ts';

test.use({ viewport: { width: 390, height: 844 } });

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
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);

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
  await expect(menu.getByRole('link')).toHaveText(['会员中心', '我的订单', '我的消息', '登录设备']);
  for (const open of ['/order', '/zhzx/wdxx']) {
    await page.goto(open);
    await expect(page).toHaveURL(open);
  }
  await expect(page.getByRole('button', { name: '全部标为已读' })).toHaveCount(0);
});
