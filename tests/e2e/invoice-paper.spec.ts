/** 索取发票 of a completed order: one press, and the request for it is filled in; 联系商家 leads to the telephone. */
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { get, post } from '#tests/support/calls.ts';
import { runOps } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('the invoice of an order is asked for by one form that is filled in, and the merchant can be rung up', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  const no = await paidOrder(context);
  await runOps('ship', no);
  await post(context, `/api/order/${no}/confirm`);

  await page.goto(`/order/info/${no}`);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '联系商家' })).toHaveAttribute(
    'href',
    /\/business\/\d+#contact$/,
  );
  await page.getByRole('link', { name: '索取发票' }).click();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: '补资料' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: '发票' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: '药检报告' })).not.toBeChecked();
  await expect(page.getByRole('spinbutton')).toHaveValue('10');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page).toHaveURL(/\/order\/sh\/\d+$/);
  await expect(page.getByText('待商家审核')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('发票');

  const { merchant_id: merchant } = await get<OrderDetail>(context, `/api/order/${no}`);
  await page.goto(`/business/${merchant}#contact`);
  await expect(page.locator('#contact').getByRole('link')).toHaveAttribute('href', /^tel:/);
});
