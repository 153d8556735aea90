/** 通行密钥: added on the page of devices, logged in with, named, removed, and then of no use. */
import type { Page } from '@playwright/test';
import { demoPassword } from '#demo/seed/known.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(300_000);
test.use({ viewport: { width: 390, height: 844 } });

/** Browsers have passkeys at names, not at addresses in digits: there the demo is localhost. */
const site = `http://localhost:${process.env.E2E_PORT}`;

const isAlive = (page: Page) => expect(page.locator('main astro-island[ssr]')).toHaveCount(0);

/** Nothing that axe finds, nothing beyond the window, on a desk and on a phone. */
async function isSound(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOf(page, 'main'), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
  }
}

async function logInByPassword(page: Page, name: string): Promise<void> {
  await page.goto(`${site}/login`);
  await isAlive(page);
  await page.getByRole('textbox', { name: '登录名或手机号' }).fill(name);
  await page.getByLabel('密码', { exact: false }).and(page.locator('input')).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${site}/`);
}

/** A phone that knows its person by the finger. */
async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    knowsPerson: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a passkey is added, logs in without a password, is named and removed, and then logs nobody in', async ({
  page,
  logIn,
  newVisitor,
  expectStatus,
}) => {
  expectStatus(422, '/api/auth/passkey');
  expectStatus(422, '/api/user/passkeys/begin');
  // Only its name is wanted here.
  const name = await logIn(undefined, await newVisitor());
  const device = await addAuthenticator(page);
  await logInByPassword(page, name);
  await page.goto(`${site}/zhzx/sessions`);
  await isAlive(page);
  const box = page.getByRole('region', { name: '通行密钥' });
  await box.getByRole('button', { name: '添加通行密钥' }).click();
  const password = box.getByLabel('先填写登录密码');
  await expect(password).toBeFocused();
  await expect(box.getByLabel('名称')).toHaveValue(/Chrome/);
  await isSound(page, 'passkeys-add');
  await password.fill('wrong');
  await box.getByRole('button', { name: '下一步' }).click();
  await expect(box.getByText('登录密码错误')).toBeVisible();
  await password.fill(demoPassword);
  await page.keyboard.press('Enter');
  const rows = box.getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('还没有用过');
  await expect(box.getByRole('heading', { name: '通行密钥' })).toBeFocused();
  expect(await device.keys()).toHaveLength(1);
  await isSound(page, 'passkeys');

  // A page that stays open would ask for news without a session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${site}/login?next=%2Forder`);
  await isAlive(page);
  await isSound(page, 'passkeys-login');
  // Somebody else's finger.
  await device.knowsPerson(false);
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await expect(page.getByText('没有完成验证，请重试')).toBeVisible();
  await device.knowsPerson(true);
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await expect(page).toHaveURL(`${site}/order`);

  await page.goto(`${site}/zhzx/sessions`);
  await isAlive(page);
  await expect(rows).toContainText('最近使用');
  await rows.getByRole('button', { name: /^改名：/ }).click();
  const dialog = page.getByRole('dialog', { name: '通行密钥改名' });
  await dialog.getByLabel('名称').fill('店长的手机');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(rows.getByRole('heading', { name: '店长的手机' })).toBeVisible();
  await rows.getByRole('button', { name: '删除：店长的手机' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(rows).toHaveCount(0);
  // The device has it still.
  expect(await device.keys()).toHaveLength(1);

  // A page that stays open would ask for news without a session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${site}/login`);
  await isAlive(page);
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  await expect(page.getByText(/^这个通行密钥不能登录/)).toBeVisible();
  await page.goto(`${site}/order`);
  await expect(page).toHaveURL(`${site}/login?next=%2Forder`);
});
