/** What stands between 立即支付 and the balance, answered as a buyer who means it does. */
import type { Page } from '@playwright/test';
import { demoPassword } from '#demo/seed/known.ts';

/** Looks again, or sets a payment password where the day's sum asks for one, or enters it. */
export async function passPayGuard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const look = dialog.getByRole('button', { name: /^支付¥/ });
  const set = dialog.getByRole('button', { name: '保存支付密码' });
  const enter = dialog.getByRole('button', { name: /^支付 ¥/ });
  await look.or(set).or(enter).waitFor();
  if (await look.isVisible()) return look.click();
  if (await enter.isVisible()) {
    await dialog.getByLabel('支付密码').fill('208417');
    return enter.click();
  }
  await dialog.getByLabel(/^支付密码/).fill('208417');
  await dialog.getByLabel(/^再输一次/).fill('208417');
  await dialog.getByLabel(/^登录密码/).fill(demoPassword);
  await set.click();
}
