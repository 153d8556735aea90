/** 催发货 in two browsers: offered a day after the payment, said once a day, and seen on the merchant's desk. */
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { get } from '#tests/support/calls.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('the buyer hurries an order of yesterday once, the desk sees it, and a second press says no more', async ({
  page,
  context,
  newVisitor,
  logIn,
  database: { pool },
}) => {
  test.setTimeout(240_000);
  await logIn();
  const no = await paidOrder(context);
  const hurry = page.getByRole('button', { name: '催发货' });

  // Of today it is not offered.
  await page.goto(`/order/info/${no}`);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(page.locator('#state')).toContainText('待发货');
  await expect(hurry).toHaveCount(0);

  await pool.query(`update "order" set paid_at = now() - interval '25 hours' where no = $1`, [no]);
  await page.reload();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  // A second tab asks the same question before the first one has said yes.
  const second = await context.newPage();
  await second.goto(`/order/info/${no}`);
  await expect(second.locator('main astro-island[ssr]')).toHaveCount(0);
  await second.getByRole('button', { name: '催发货' }).click();
  await expect(second.getByRole('dialog')).toContainText('每天可以催一次');
  await hurry.click();
  await expect(page.getByRole('dialog')).toContainText('每天可以催一次');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '催发货' }).click();
  await expect(toastOf(page)).toContainText('已提醒商家尽快发货');
  await expect(hurry).toHaveCount(0);
  await second.getByRole('dialog').getByRole('button', { name: '催发货' }).click();
  await expect(toastOf(second)).toContainText('已提醒商家尽快发货');
  await expect(second.getByRole('button', { name: '催发货' })).toHaveCount(0);

  // Told once, written down once.
  const { rows } = await pool.query(
    `select count(*)::int as times from order_event where order_no = $1 and note = '买家催发货'`,
    [no],
  );
  expect(rows[0].times).toBe(1);
  await page.reload();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByText('买家催发货')).toHaveCount(1);
  await expect(hurry).toHaveCount(0);

  // The merchant's desk: on the list, and on the order until it is sent.
  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`);
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.hurry', role: 'orders', merchantId });
  const desk = await shop.newPage();
  await desk.goto('/desk');
  await expect(desk.getByRole('main')).toContainText('买家催发货');
  await desk.goto(`/desk/orders?q=${no}`);
  const row = desk.getByRole('row').filter({ has: desk.getByRole('link', { name: no }) });
  await expect(row).toContainText('买家催发货');
  await row.getByRole('link', { name: no }).click();
  await expect(desk.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(desk.getByText(/^买家.+催发货$/)).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);
});
