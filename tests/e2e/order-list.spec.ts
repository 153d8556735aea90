/** 我的订单 as a working list: narrowed, taken home as a file, summed up, and received in one press. */
import { goodsPlain, goodsPlainElsewhere } from '#demo/seed/known.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { alive } from '#tests/support/alive.ts';
import { get } from '#tests/support/calls.ts';
import { runOps } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { payByBalance, placed } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('orders of two merchants are narrowed to one, cards are low, the menu is worked by keys', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  const one = await placed(context, [{ goods_id: goodsPlain, number: 10 }]);
  const two = await placed(context, [{ goods_id: goodsPlainElsewhere, number: 20 }]);
  const [no, other] = [one, two].map(({ orders }) => orders[0]!.no);
  const { merchant } = await get<OrderDetail>(context, `/api/order/${no}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/order');
  await alive(page);
  const card = page.getByRole('article', { name: `订单${no}` });
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(100);
  await page.getByLabel('商家', { exact: true }).selectOption({ label: merchant });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('下单日期从').fill(today);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}.*merchant=\d+/);
  await alive(page);
  await expect(card).toBeVisible();
  await expect(page.getByRole('article', { name: `订单${other}` })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '导出CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^订单-\d{4}-\d{2}-\d{2}\.csv$/);
  const more = card.getByRole('button', { name: /^更多/ });
  await more.press('Enter');
  await more.press('ArrowDown');
  await expect(card.getByRole('button', { name: '取消订单' })).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/order');
  await alive(page);
  await expect(page.getByLabel('下单日期从')).toBeHidden();
  await page.getByRole('button', { name: '筛选' }).click();
  await expect(page.getByLabel('下单日期从')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test('parcels are scanned and received by one press; the statement says what was paid', async ({
  page,
  context,
  logIn,
  expectStatus,
}) => {
  expectStatus(404, '/api/order/by-parcel');
  await logIn();
  const nos: string[] = [];
  let sum = 0;
  for (let nth = 0; nth < 2; nth++) {
    const trade = await placed(context, [{ goods_id: goodsPlain, number: 10 }]);
    await payByBalance(context, trade);
    sum += Math.round(Number(trade.pay_amount) * 100);
    nos.push(trade.orders[0]!.no);
    await runOps('ship', nos[nth]!);
  }
  const [{ tracking_no: parcel } = { tracking_no: '' }] = (
    await get<OrderDetail>(context, `/api/order/${nos[0]}`)
  ).shipments;
  await page.goto('/order?status=25,30,35');
  await alive(page);
  await page.getByLabel('扫码收货').fill(parcel);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/order\/receive\?code=/);
  await alive(page);
  const row = (no: string) => page.getByRole('listitem', { name: `订单${no}` });
  await expect(row(nos[0]!).getByRole('checkbox')).toBeChecked();
  await expect(row(nos[1]!).getByRole('checkbox')).not.toBeChecked();
  await page.getByLabel('扫描包裹').fill('SF-NOBODYS');
  await page.keyboard.press('Enter');
  await expect(page.getByText('没有找到这个包裹')).toBeVisible();
  await page.getByLabel('扫描包裹').fill(nos[1]!);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^已勾选/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '收货（2）' }).click();
  await expect(page.getByText('已收货2单')).toBeVisible();
  await expect(page.getByText('没有待收货的订单')).toBeVisible();
  await page.goto('/order/dz');
  await expect(page.getByRole('row', { name: /^合计/ })).toContainText((sum / 100).toFixed(2));
  expect(await violationsOf(page)).toEqual([]);
  // On a phone nothing scrolls sideways: a row is two lines.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('region', { name: '采购对账明细' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: '订单明细' })).toBeVisible();
  for (const name of ['采购对账明细', '订单明细']) {
    const table = page
      .getByRole('region', { name })
      .filter({ has: page.locator('table') })
      .last();
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBe(0);
    const row = (await table.locator('tbody tr').first().boundingBox())!;
    expect(row.height, name).toBeLessThanOrEqual(64);
  }
  await expect(page.getByRole('row', { name: new RegExp(nos[0]!) })).toContainText(parcel);
  expect(await violationsOf(page)).toEqual([]);
});
