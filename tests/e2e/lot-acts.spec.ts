/** A lot comes in, is counted, written off in part, locked and freed at the merchant's desk; the buyer sees what is left. */
import type { Page } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { makeGoods } from '#tests/support/orders.ts';
import { violationsOf } from '#tests/support/sound.ts';

/** What the buyer may press at the goods: into the cart, or to be told when there is some. */
async function expectSale(page: Page, goodsId: number, press: '加入购物车' | '到货通知'): Promise<void> {
  const buttons = page.locator('main').getByRole('button', { name: /^(?:加入购物车|到货通知)$/ });
  await expect(async () => {
    await page.goto(`/list/info/${goodsId}`);
    await expect(buttons.first()).toBeVisible();
    await expect(buttons.filter({ hasText: press }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test('a lot is put in, counted, written off, locked and freed, and the buyer can buy what is left', async ({
  page,
  newVisitor,
  expectStatus,
  logIn,
  database: { db, pool },
}) => {
  test.setTimeout(240_000);
  const { rows: counterparts } = await pool.query('select merchant_id from goods where id = $1', [
    goodsPlain,
  ]);
  const merchantId = Number(counterparts[0].merchant_id);
  const goodsId = await makeGoods(db, goodsPlain, 0, { merchantId });
  await logIn();
  await expectSale(page, goodsId, '到货通知');

  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.pici', role: 'goods', merchantId });
  const desk = await shop.newPage();
  await desk.goto('/desk/lots');
  await alive(desk);
  const dialog = desk.getByRole('dialog');
  const toast = toastOf(desk);
  const open = (name: string) => desk.getByRole('button', { name, exact: true }).click();
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

  await open('批次入库');
  await dialog.getByLabel('商品').fill(String(goodsId));
  await dialog.getByRole('list', { name: '找到的商品' }).getByRole('button').click();
  await dialog.getByLabel('批号').fill('E2E-2601');
  await dialog.getByLabel('生产日期').fill('2026-01-15');
  await dialog.getByLabel('有效期至').fill('2028-12-31');
  await dialog.getByLabel(/^入库数量/).fill('50');
  // Longer than the goods keeps: the desk asks.
  expectStatus(409, '/api/desk/lots');
  await press('确认入库');
  await desk.getByRole('button', { name: '返回修改' }).click();
  await dialog.getByLabel('有效期至').fill('2027-12-31');
  await press('确认入库');
  await expect(toast.getByText(/批号E2E-2601在库50/)).toBeVisible();
  await expectSale(page, goodsId, '加入购物车');

  await desk.goto(`/desk/lots/${goodsId}?lot_no=E2E-2601`);
  await alive(desk);
  await open('盘点');
  await dialog.getByLabel(/^实盘数量/).fill('48');
  await expect(dialog.getByText(/差异：-2/)).toBeVisible();
  await press('登记盘点');
  await expect(dialog.getByText('请填写原因')).toBeVisible();
  await dialog.getByLabel('原因').fill('年中盘点少两盒');
  expect(await violationsOf(desk)).toEqual([]);
  await press('登记盘点');
  await expect(toast.getByText(/^已登记盘点，在库48/)).toBeVisible();

  await open('报损');
  await dialog.getByLabel(/^报损数量/).fill('3');
  await dialog.getByLabel('说明').fill('搬运时压坏');
  await press('登记报损');
  await expect(toast.getByText(/^已报损，在库45/)).toBeVisible();

  await open('质量锁定');
  await dialog.getByLabel('原因').fill('外包装受潮，等待复查');
  await press('质量锁定');
  await expect(toast.getByText('批次已锁定')).toBeVisible();
  await expect(desk.getByText(/外包装受潮，等待复查/).first()).toBeVisible();
  await expectSale(page, goodsId, '到货通知');

  await open('解除锁定');
  await dialog.getByLabel('原因').fill('复查合格');
  await press('解除锁定');
  await expect(toast.getByText('批次已解除锁定')).toBeVisible();
  await expectSale(page, goodsId, '加入购物车');
  const { rows } = await pool.query('select stock from goods where id = $1', [goodsId]);
  expect(rows[0].stock).toBe(45);
});
