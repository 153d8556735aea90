/** 签到: what a visitor sees, signing from the member centre, the points that the company gets. */
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a visitor reads the rules; a buyer signs once, and the company has the points', async ({
  page,
  logIn,
}) => {
  await page.goto('/deftyel');
  await expect(page.getByRole('link', { name: '登录后签到' })).toHaveAttribute(
    'href',
    '/login?next=%2Fdeftyel',
  );
  await expect(page.getByText('连续签到15天，另得50积分和1张补签卡')).toBeVisible();
  expect(await violationsOf(page, 'main')).toEqual([]);

  await logIn();
  await page.goto('/user');
  await page.getByRole('navigation', { name: '常用入口' }).getByRole('link', { name: '签到' }).click();
  await expect(page).toHaveTitle(/^签到 · /);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('button', { name: '签到 +5分' }).press('Enter');
  await expect(page.getByRole('region', { name: '提示' })).toContainText('签到成功，企业积分+5');
  await expect(page.getByRole('heading', { name: '签到', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: '今天已签到' })).toBeDisabled();
  const signed = page.getByRole('table', { name: '签到日历' }).getByText('已签到');
  await expect(signed).toHaveCount(1);
  expect(await violationsOf(page, 'main')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.getByRole('button', { name: '上个月' }).click();
  await expect(signed).toHaveCount(0);
  await page.getByRole('button', { name: '下个月' }).click();
  await expect(signed).toHaveCount(1);
  await page.goto('/wdqb/jfgl');
  await expect(
    page.getByRole('region', { name: '积分明细' }).getByRole('row').filter({ hasText: '签到' }),
  ).toContainText('+5');
});
