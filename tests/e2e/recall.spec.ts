/**
 * A lot is recalled after its goods were received: its codes are added later, the buyer gives back what is left, desk and
 * buyer talk with a picture, and the desk's list, on paper too, says who has read it and what is back.
 */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { goodsPlain } from '#demo/seed/known.ts';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { makeGoods, ownWarehouse } from '#tests/support/orders.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Nothing for axe to find, and no page is wider than its screen. */
async function expectSound(page: Page, shot: string): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${shot}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a recalled lot comes back from the buyer, with a picture in the talk, and the desk sees how far it is', async ({
  page,
  context,
  newVisitor,
  logIn,
  database: { db, pool },
}) => {
  test.setTimeout(480_000);
  const { rows: counterparts } = await pool.query('select merchant_id from goods where id = $1', [
    goodsPlain,
  ]);
  const merchantId = Number(counterparts[0].merchant_id);
  const goodsId = await makeGoods(db, goodsPlain, 100, { merchantId, warehouseId: ownWarehouse() });
  await logIn();
  const no = await paidOrder(context, [{ goods_id: goodsId, number: 40 }]);

  // The clerk sends it without codes, and adds them later.
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.zhaohui', role: 'admin', merchantId });
  const desk = await shop.newPage();
  const dialog = desk.getByRole('dialog');
  await open(desk, `/desk/orders/${no}`);
  await desk.getByLabel('承运方').fill('顺丰速运');
  await desk.getByLabel('运单号').fill('SF-RECALL-1');
  await desk.getByRole('button', { name: '发货', exact: true }).click();
  await desk.getByRole('button', { name: /^补登/ }).click();
  const codes = dialog.getByLabel(/缺的40个追溯码/);
  await codes.fill('86');
  await dialog.getByRole('button', { name: '补登' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectSound(desk, 'codes');
  const run = String(Date.now()).padStart(16, '0');
  await codes.fill(Array.from({ length: 40 }, (_, n) => `87${run}${String(n).padStart(2, '0')}`).join('\n'));
  await dialog.getByRole('button', { name: '补登' }).click();
  await expect(desk.getByRole('cell', { name: '40个' })).toBeVisible();

  await post(context, `/api/order/${no}/confirm`);
  const { shipments } = await get<OrderDetail>(context, `/api/order/${no}`);
  const lotNo = shipments[0]!.lots[0]!.lot_no;
  // Long ago: no after-sale is offered any more.
  await pool.query(`update "order" set completed_at = now() - interval '40 days' where no = $1`, [no]);
  await open(page, `/order/info/${no}`);
  await expect(page.getByRole('link', { name: '申请售后' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: '召回退货' })).toHaveCount(0);

  const lotPage = `/desk/lots/${goodsId}?lot_no=${encodeURIComponent(lotNo)}`;
  await open(desk, lotPage);
  await desk.getByRole('button', { name: '召回', exact: true }).click();
  await dialog.getByRole('textbox', { name: /召回原因/ }).fill('含量测定不合格');
  await dialog.getByRole('button', { name: '召回并通知买家' }).click();
  const buyers = desk.getByRole('table', { name: '收到这个批次的买家' });
  await expect(buyers.getByRole('row', { name: no })).toContainText('未读');

  // The buyer reads it, and says how many are left.
  await open(page, '/zhzx/wdxx');
  await expect(page.getByText(/召回通知：/).first()).toBeVisible();
  await pool.query(
    `update message set read_at = now() where ref like 'recall:%' and body like '%' || $1 || '%'`,
    [no],
  );
  await open(page, `/order/info/${no}`);
  await expectSound(page, 'order');
  await page.getByRole('link', { name: '召回退货' }).click();
  await expect(page.getByRole('heading', { name: '召回退货' })).toBeVisible();
  await alive(page);
  await page.getByRole('spinbutton').fill('30');
  await expect(page.getByText(/预计退款 ¥[\d,.]+/)).toBeVisible();
  await expectSound(page, 'recall-form');
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page).toHaveURL(/\/order\/sh\/\d+$/);
  await alive(page);
  await expect(page.getByText('运费由商家承担，请寄到付')).toBeVisible();
  const caseNo = page.url().split('/').at(-1)!;

  // The desk shows what it means by a picture, which the buyer's page brings.
  await open(desk, `/desk/aftersale/${caseNo}`);
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a6' } })
    .jpeg()
    .toBuffer();
  await desk
    .locator('input[type=file]')
    .setInputFiles({ name: '包装方法.jpg', mimeType: 'image/jpeg', buffer: picture });
  const shown = desk.getByRole('list', { name: '已上传的图片' }).getByRole('img');
  await expect(shown).toBeVisible(untilRead);
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), 'seen before it is sent')
    .toBeGreaterThan(0);
  await desk.getByLabel(/留言/).fill('请按图片的方法包装');
  await desk.getByRole('button', { name: '发送留言' }).click();
  await expect(desk.getByRole('link').getByRole('img', { name: '包装方法.jpg' })).toBeVisible();
  await expectSound(desk, 'desk-talk');
  const seen = page.getByRole('img', { name: '包装方法.jpg' });
  await expect(seen).toBeVisible();
  await expect
    .poll(() => seen.evaluate((img: HTMLImageElement) => img.naturalWidth), 'the picture has come')
    .toBeGreaterThan(0);
  await page.getByLabel('承运方').fill('顺丰速运');
  await page.getByLabel('运单号').fill('SF1234567890');
  await page.getByRole('button', { name: '提交寄回单号' }).click();
  await expect(page.getByText('待验收')).toBeVisible();
  await expectSound(page, 'case');

  await open(desk, `/desk/aftersale/${caseNo}`);
  await desk.getByRole('button', { name: '登记到货' }).click();
  await desk.getByRole('button', { name: '验收通过' }).click();
  await dialog.getByRole('button', { name: '验收通过' }).click();
  await expect(desk.getByText('已完成')).toBeVisible();

  await open(desk, lotPage);
  await expect(desk.getByText(/都已读通知，已退回30\/40/)).toBeVisible();
  const row = buyers.getByRole('row', { name: no });
  await expect(row).not.toContainText('未读');
  await expect(row.getByRole('cell').last()).toHaveText(/30$/);
  await expectSound(desk, 'lot');
  await desk.emulateMedia({ media: 'print' });
  await expect(row.getByText('30', { exact: true })).toBeVisible();
  await expect(desk.getByText(/都已读通知，已退回30\/40/)).toBeVisible();
  await expect(desk.getByRole('button', { name: '打印' })).toBeHidden();
  if (process.env.SHOTS)
    await desk.screenshot({ path: `${process.env.SHOTS}/lot-print.png`, fullPage: true });
  await desk.emulateMedia({ media: null });

  // What is left may come later.
  await open(page, `/order/info/${no}`);
  await expect(page.getByRole('link', { name: '召回退货' })).toBeVisible();
});
