/** The keyboard desk: a buyer's hands stay on the keys from the list to the paid order. */
import type { Page } from '@playwright/test';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { get } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';

const boxes = (page: Page) => page.locator('main tr[data-goods] fieldset > input:enabled');

/** Presses keys and counts them. */
function counted(page: Page) {
  const count = { presses: 0 };
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      count.presses += 1;
      await page.keyboard.press(key);
    }
  }
  return { count, press };
}

test('five goods from the table to paid, within forty presses', async ({ page, logIn }) => {
  await logIn();
  // Five times ten boxes are more than the least order; five times a whole case of a hundred, to which ten may be
  // rounded up, are still less than what the balance asks a payment password for.
  await page.goto('/list/table?merchant_id=4&buyable=1&price_min=7&price_max=9.5');
  await expect(boxes(page).nth(4)).toBeVisible();
  const { count, press } = counted(page);
  await press('q');
  await expect(boxes(page).first()).toBeFocused();
  for (let at = 0, added = 0; added < 5; at += 1) {
    await expect(boxes(page).nth(at)).toBeFocused();
    // A limited price would ask first.
    const isLimited = await boxes(page)
      .nth(at)
      .evaluate((box) => /秒|特/.test(box.closest('tr')?.cells[0]?.textContent ?? ''));
    if (isLimited) await press('ArrowDown');
    else {
      await press('1', '0', 'Enter');
      added += 1;
    }
  }
  // All five are there, not the first alone: what comes late changes the sum of the confirm page.
  const cart = page.getByRole('link', { name: /^购物车/ }).filter({ visible: true });
  await expect(cart.first()).toContainText('5');
  // The second key comes soon behind the first, whatever the machine has to do.
  await Promise.all([press('g'), press('c')]);
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('button', { name: /^去结算/ })).toBeEnabled();
  await press('Control+Enter');
  await expect(page).toHaveURL('/cart/step2');
  await expect(page.getByRole('button', { name: '提交订单' })).toBeEnabled();
  await press('Control+Enter');
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await expect(page.getByRole('button', { name: '立即支付' })).toBeEnabled();
  await press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: '确认用余额支付' });
  await expect(dialog.locator(':focus')).toHaveText(/^支付¥/);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('支付成功');
  expect(count.presses).toBeLessThanOrEqual(40);
});

test('arrows walk the quantities, + and − count, ? shows the keys, / searches', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/list/table');
  await expect(boxes(page).nth(2)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '跳到第一个数量' })).toBeAttached();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const [first, second] = [boxes(page).first(), boxes(page).nth(1)];
  await expect(first).toBeFocused();
  const before = await first.inputValue();
  await page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(first).toBeFocused();
  await expect(first).toHaveValue(before);
  await page.keyboard.press('+');
  await expect.poll(async () => Number(await first.inputValue())).toBeGreaterThan(Number(before));
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect(sheet).toContainText('g c　购物车');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: '搜索关键词' })).toBeFocused();
});

test('q goes to the first quantity of cards too', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/list');
  const first = page.locator('[data-goods] fieldset > input:enabled').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('q');
  await expect(first).toBeFocused();
});

test('the login begins in its first field', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: /^登录名或手机号/ })).toBeFocused();
});

test('by cards too: q, a quantity, Enter adds and says so; a double press adds once; ? opens from a quantity', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await page.goto('/search?keywords=布洛芬缓释&buyable=1');
  const first = page.locator('main [data-goods] fieldset > input:enabled').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('q');
  await expect(first).toBeFocused();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '键盘快捷键' }).getByRole('button', { name: '知道了' }).click();
  await first.focus();
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^已加入购物车/).first()).toBeVisible();
  const numbers = async () =>
    (await get<CartState>(context, '/api/cart/list')).data.map(({ number }) => number);
  expect(await numbers()).toEqual([20]);
  await page.getByRole('button', { name: '加入购物车' }).first().dblclick();
  await expect(page.getByText('购物车中共40').first()).toBeVisible();
  expect(await numbers()).toEqual([40]);
});
