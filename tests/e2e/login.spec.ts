/** Logging in: what is said when it fails, where it leads when it works. */
import type { Page } from '@playwright/test';
import { reloadFlag } from '#lib/contract/constants.ts';
import { expect, test } from '#tests/support/e2e.ts';

const name = (page: Page) => page.getByRole('textbox', { name: '登录名或手机号' });
const password = (page: Page) => page.getByLabel('密码', { exact: false }).and(page.locator('input'));
const submit = (page: Page) => page.getByRole('button', { name: '登录', exact: true });

test('a demo account fills in with one press and leads back to where one came from', async ({ page }) => {
  await page.goto('/cart');
  await expect(page).toHaveURL('/login?next=%2Fcart');
  await expect(page).toHaveTitle('登录 · 药批网');
  await page.getByRole('button', { name: /^clinic/ }).click();
  await expect(name(page)).toHaveValue('clinic');
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart');
  await page.goto('/login');
  await expect(page).toHaveURL('/user');
  // Pages before the login, kept by the browser, are out of date from now on.
  expect(await page.evaluate(() => Number(sessionStorage.getItem('yp_stale')))).toBeGreaterThan(0);
});

test('a phone number logs in too, by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await expect(submit(page)).toBeEnabled();
  await name(page).focus();
  await page.keyboard.type('13900990007');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Demo@2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: '长沙市芙蓉区橘洲大药房' })).toBeVisible();
});

test('what is missing or wrong is said at its field', async ({ page, expectStatus }) => {
  expectStatus(422, '/api/auth/login');
  await page.goto('/login');
  await submit(page).click();
  await expect(page.getByText('请填写登录名或手机号')).toBeVisible();
  await expect(name(page)).toBeFocused();
  await name(page).fill('demo');
  await password(page).fill('wrong-password');
  await submit(page).click();
  await expect(page.getByText('用户名或密码错误')).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
});

test('too many wrong passwords wait, in words', async ({ page, expectStatus }) => {
  expectStatus(422, '/api/auth/login');
  expectStatus(429, '/api/auth/login');
  await page.goto('/login');
  await name(page).fill('nobody-by-this-name');
  for (let tries = 0; tries < 6; tries += 1) {
    await password(page).fill(`wrong-${tries}`);
    await submit(page).click();
    await expect(submit(page)).toBeEnabled();
    await expect(page.getByRole('alert').filter({ hasText: /密码错误/ })).toBeVisible();
  }
  await expect(page.getByText(/密码错误次数过多，请\d+分钟后再试/)).toBeVisible();
});

test('the password shows itself when asked', async ({ page }) => {
  await page.goto('/login');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: '显示密码' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: '隐藏密码' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example']) {
  test(`after logging in nobody is sent to ${next}`, async ({ page }) => {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByRole('button', { name: /^other/ }).click();
    await submit(page).click();
    await expect(page).toHaveURL('/');
  });
}

test('somebody new learns which papers to bring', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: '免费注册' }).click();
  await expect(page.getByRole('heading', { name: '会员注册' })).toBeInViewport();
  await page.getByRole('link', { name: '需要准备哪些证照' }).click();
  await expect(page.getByText('采购授权委托书').first()).toBeVisible();
});

test('a page out of the browser’s history shows who is logged in now', async ({ page, logIn }) => {
  await page.goto('/list');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /登录/ }).first()).toBeVisible();
  await logIn('demo');
  // The browser of the tests keeps no pages: the event is all that a kept page hears, and the flag all it knows.
  await page.evaluate(() => {
    sessionStorage.setItem('yp_stale', String(Date.now()));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(header).toContainText('安全退出');
  const loaded = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return performance.timeOrigin;
  });
  await expect(header).toContainText('安全退出');
  expect(await page.evaluate(() => performance.timeOrigin), 'loaded once').toBe(loaded);
});

test('the session’s flag ‘1’ loads the page again, once', async ({ page }) => {
  await page.goto('/help');
  let loads = 0;
  page.on('load', () => loads++);
  await page.evaluate((flag) => sessionStorage.setItem(flag, '1'), reloadFlag);
  await page.goto('/list');
  await expect.poll(() => loads).toBe(2);
  expect(await page.evaluate((flag) => sessionStorage.getItem(flag), reloadFlag)).toBeNull();
  await page.goto('/help');
  expect(loads).toBe(3);
});
