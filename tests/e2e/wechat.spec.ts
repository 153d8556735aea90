/** WeChat in a browser: scanned, bound to an account that is asked for the new agreement, logged in with, unbound. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { demoPassword } from '#demo/seed/known.ts';
import { connect } from '#lib/server/db/client.ts';
import { agreementAcceptance, user } from '#lib/server/db/schema.ts';
import { demoPeople } from '#lib/server/ports/wechat-demo.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(300_000);

const person = demoPeople[2]!;

const isAlive = (page: Page) => expect(page.locator('main astro-island[ssr]')).toHaveCount(0);

/** Nothing that axe finds, nothing beyond the window, on a desk and on a phone. */
async function isSound(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOf(page, 'main'), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` });
  }
}

/** Someone who agreed to an older version alone. */
async function forgetAgreement(name: string): Promise<void> {
  const { pool, db } = connect(readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8'), { max: 1 });
  const [row] = await db.select({ id: user.id }).from(user).where(eq(user.username, name));
  await db.delete(agreementAcceptance).where(eq(agreementAcceptance.userId, row!.id));
  await pool.end();
}

/** From the login page to WeChat, where the person scans and agrees. */
async function scan(page: Page): Promise<void> {
  await page.goto('/login');
  await isAlive(page);
  await page.getByRole('button', { name: '微信扫码登录' }).click();
  await page.getByRole('button', { name: person.nickname }).click();
}

test('a WeChat is scanned, bound by password, agreement and all, logs in, and is unbound', async ({
  page,
  context,
  logIn,
  newVisitor,
  expectStatus,
}) => {
  expectStatus(422, '/api/auth/wechat/link');
  const name = await logIn(undefined, await newVisitor());
  await forgetAgreement(name);
  await scan(page);
  // The fragment is WeChat's, and browsers keep it.
  await expect(page).toHaveURL(/\/register\/wechat(#|$)/);
  await isAlive(page);
  await expect(page.getByRole('main')).toContainText(`微信 ${person.nickname} 还没有绑定账号`);
  await page.getByRole('textbox', { name: '登录名或手机号' }).fill(name);
  await page.getByLabel('密码', { exact: false }).and(page.locator('input')).fill(demoPassword);
  const bind = page.getByRole('button', { name: '登录并绑定' });
  await bind.click();
  const box = page.getByRole('checkbox', { name: /我已阅读并同意/ });
  await expect(box).toBeFocused();
  await isSound(page, 'wechat-agreement');
  await box.check();
  await bind.click();
  await expect(page).toHaveURL('/zhzx/bdwx?bound=1');
  await expect(page.getByRole('main')).toContainText(person.nickname);

  // A page that stays open would ask for news without a session.
  await page.goto('about:blank');
  await context.clearCookies();
  await scan(page);
  await expect(page).toHaveURL(/\/(#wechat_redirect)?$/);
  await page.goto('/order');
  await expect(page).toHaveURL('/order');

  await page.goto('/zhzx/bdwx');
  await isAlive(page);
  await page.getByRole('button', { name: '解绑微信' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '解绑', exact: true }).click();
  await expect(page.getByRole('button', { name: '扫码绑定微信' })).toBeVisible();
  // A page that stays open would ask for news without a session.
  await page.goto('about:blank');
  await context.clearCookies();
  await scan(page);
  await expect(page).toHaveURL(/\/register\/wechat(#|$)/);
});
