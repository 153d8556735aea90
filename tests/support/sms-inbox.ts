/** The demo's telephone: text messages on a page of their own. */
import type { Page } from '@playwright/test';
import { expect } from './e2e.ts';

/** The code that the demo's telephone shows for a phone. */
export async function readCode(page: Page, phone: string): Promise<string> {
  const inbox = await page.context().newPage();
  const sms = inbox.getByRole('listitem').filter({ hasText: phone }).first();
  await expect(async () => {
    await inbox.goto('/sandbox/sms');
    await expect(sms).toContainText(/验证码\d{6}/, { timeout: 1_000 });
  }).toPass();
  const code = /验证码(\d{6})/.exec((await sms.textContent()) ?? '')?.[1] ?? '';
  await inbox.close();
  return code;
}
