/** After-sale in two browsers: a buyer asks with a picture, the merchant agrees, the goods go back, the money comes. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { workByKeys } from '#tests/support/case-keys.ts';
import { runOps, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder, payByBalance, placed } from '#tests/support/placed.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

/** Opens a page and waits until its islands answer. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** No page is wider than a phone. */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('asked for with a picture, agreed to, sent back, refunded', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  test.setTimeout(240_000);
  await logIn();
  const made = await placed(context);
  await payByBalance(context, made);
  const no = made.orders[0]!.no;
  await runOps('ship', no);
  await open(page, `/order/info/${no}`);
  await page.getByRole('button', { name: '确认收货' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '确认收货' }).click();
  await expect(page.getByRole('button', { name: '确认收货' })).toHaveCount(0);

  await page.getByRole('link', { name: '申请售后' }).click();
  await expect(page).toHaveURL(/\/order\/sh\/add\?/);
  await alive(page);
  await page.getByRole('radio', { name: '破损' }).check();
  await page.getByRole('spinbutton').first().fill('4');
  await page.getByRole('radio', { name: '运输破损' }).check();
  await page.getByLabel(/说明/).fill('外箱压坏，4盒破损');
  await expect(page.getByText(/预计退款 ¥[\d,.]+/)).toBeVisible();
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('请上传能看清破损的照片')).toBeVisible();
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '破损.jpg', mimeType: 'image/jpeg', buffer: picture });
  await expect(page.getByRole('list', { name: '已上传的图片' }).getByRole('img')).toBeVisible(untilRead);
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page).toHaveURL(/\/order\/sh\/\d+$/);
  await expect(page.getByText('待商家审核')).toBeVisible();
  await alive(page);
  await expectAccessible(page);
  await expectNarrow(page);
  const caseNo = page.url().split('/').at(-1)!;

  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`);
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.shouhou', role: 'service', merchantId });
  const desk = await shop.newPage();
  await open(desk, '/desk/aftersale');
  await expectAccessible(desk);
  await desk.getByRole('link', { name: caseNo, exact: true }).click();
  await expect(desk).toHaveURL(`/desk/aftersale/${caseNo}`);
  await alive(desk);
  const shown = desk.getByRole('img', { name: '破损.jpg' });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), 'the picture has come')
    .toBeGreaterThan(0);
  await desk.getByRole('button', { name: '同意', exact: true }).click();
  await expect(desk.getByRole('dialog')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('dialog').getByRole('button', { name: '同意售后' }).click();
  await expect(desk.getByText('待寄回')).toBeVisible();

  // The buyer's page hears of it by itself.
  await expect(page.getByText('寄回地址')).toBeVisible();
  await page.getByRole('link', { name: '打印寄回单' }).click();
  await expect(page.getByRole('region', { name: '寄回单' })).toContainText(no);
  await expectAccessible(page);
  await page.getByRole('link', { name: '返回' }).click();
  await expect(page).toHaveURL(`/order/sh/${caseNo}`);
  await alive(page);
  await page.getByLabel('承运方').fill('顺丰速运');
  await page.getByLabel('运单号').fill('SF1234567890');
  await page.getByRole('button', { name: '提交寄回单号' }).click();
  await expect(page.getByText('待验收')).toBeVisible();

  await open(desk, `/desk/aftersale/${caseNo}`);
  await desk.getByRole('button', { name: '登记到货' }).click();
  await desk.getByRole('button', { name: '验收通过' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '验收通过' }).click();
  await expect(desk.getByText('已完成')).toBeVisible();
  await expectAccessible(desk);
  await expectNarrow(desk);
  await expect(page.getByText('已退款')).toBeVisible();
  const after = await get<OrderDetail>(context, `/api/order/${no}`);
  expect(after.refunds).toHaveLength(1);
  await open(page, '/order/sh');
  await expect(page.getByText(`已退 ¥${after.refunded_amount}`)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
});

test('an exchange of refrigerated goods asks for its temperature, and the paper of it is printed with it', async ({
  page,
  context,
  newVisitor,
  logIn,
  database: { pool },
}) => {
  test.setTimeout(240_000);
  await logIn();
  const json = (value: object) => ({ json: JSON.stringify(value) });
  const no = await paidOrder(context);
  // The goods that all tests buy are not refrigerated ones: this order is.
  await pool.query('update "order" set is_cold_chain = true where no = $1', [no]);
  await runOps('ship', no);
  // It is received with its temperature: too warm, what it carries differs.
  await open(page, `/order/receive/${no}`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '确认收货' }).click();
  await expect(page.getByRole('alert')).toContainText('的到货温度，如5.2');
  const arrival = page.getByRole('textbox', { name: /的到货温度$/ });
  await arrival.fill('9.5');
  await expect(page.getByText(/超出2–8℃，已为.*登记温度异常/)).toBeVisible();
  await expect(page.getByLabel(/温度异常的数量$/)).toHaveValue('10');
  await expect(page.getByText(/温度异常：破损 ¥/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await arrival.fill('5.2');
  await page.getByRole('button', { name: '确认收货' }).click();
  await expect(page.getByText('到货温度 5.2℃')).toBeVisible();
  const { rows } = await pool.query(
    `select l.id, s.lot_no from order_line l join shipment_lot s on s.order_line_id = l.id where l.order_no = $1`,
    [no],
  );
  const lines = [{ line_id: rows[0].id, lot_no: rows[0].lot_no, number: 1 }];
  const { id } = await post<{ id: number }>(
    context,
    '/api/aftersale',
    json({
      no,
      kind: 'exchange',
      lines,
      reasons: ['其他原因'],
      text: '请换一盒',
      pictures: [],
      expected_amount: '0.00',
      token: crypto.randomUUID(),
    }),
  );
  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`);
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.huanhuo', role: 'admin', merchantId });
  await post(shop, `/api/desk/aftersale/${id}/agree`, json({ waives: 0, text: '' }));
  await post(
    context,
    `/api/aftersale/${id}/send`,
    json({ carrier: '顺丰速运', tracking_no: 'SF7654321000' }),
  );

  const desk = await shop.newPage();
  await open(desk, `/desk/aftersale/${id}`);
  await desk.getByRole('button', { name: '登记到货' }).click();
  // Without stock it could be paid back: the amount is said before.
  await desk.getByRole('button', { name: '改为退款' }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText(/不再换货，¥[1-9][\d,.]*将按原支付方式退回买家/)).toBeVisible();
  await dialog.getByRole('button', { name: '改为退款' }).click();
  await expect(dialog.getByText('请填写改为退款的原因')).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();
  await desk.getByRole('button', { name: '验收通过' }).click();
  await dialog.getByLabel('换货的承运方').fill('顺丰速运');
  await dialog.getByLabel('换货的运单号').fill('SF-COLD-NEW');
  const degrees = dialog.getByLabel(/启运温度/);
  for (const wrong of ['凉的', '60']) {
    await degrees.fill(wrong);
    await dialog.getByRole('button', { name: '验收通过' }).click();
    await expect(dialog.getByText('启运温度须为-80到30之间')).toBeVisible();
    await degrees.fill('');
  }
  await expectAccessible(desk);
  await expectNarrow(desk);
  await degrees.fill('4.5');
  await dialog.getByLabel('冷藏车或冷藏箱').fill('冷藏箱07号');
  await dialog.getByLabel('温度记录仪编号').fill('LJ-12');
  await dialog.getByRole('button', { name: '验收通过' }).click();
  await expect(desk.getByText('已完成')).toBeVisible();

  // The buyer prints both papers; only what went out with a record tells one.
  await page.goto(`/order/print/${no}`);
  const sheets = page.getByRole('region', { name: /随货同行单/ });
  await expect(sheets).toHaveCount(2);
  await expect(sheets.filter({ hasText: 'SF-COLD-NEW' })).toContainText('启运温度4.5℃，冷藏箱07号');
  // The first parcel's, which the demo sent, and this one's.
  await expect(sheets.filter({ hasText: '启运温度' })).toHaveCount(2);
  await open(desk, `/desk/orders/${no}/note`);
  await expect(desk.getByText('启运温度4.5℃，冷藏箱07号')).toBeVisible();
});

test('cases are decided by keys alone: two hundred an hour leave eighteen seconds for each', async ({
  context,
  newVisitor,
  logIn,
  database: { pool },
}) => {
  test.setTimeout(240_000);
  await logIn();
  const json = (value: object) => ({ json: JSON.stringify(value) });
  const ids: number[] = [];
  let merchantId = 0;
  for (let nth = 0; nth < 3; nth++) {
    const no = await paidOrder(context);
    const { rows } = await pool.query('select id from order_line where order_no = $1', [no]);
    const wanted = { no, kind: 'refund_only', lines: [{ line_id: rows[0].id, lot_no: '', number: 10 }] };
    const { amount } = await post<{ amount: string }>(context, '/api/aftersale/preview', json(wanted));
    const { id } = await post<{ id: number }>(
      context,
      '/api/aftersale',
      json({
        ...wanted,
        reasons: ['其他原因'],
        text: '不需要了',
        pictures: [],
        expected_amount: amount,
        token: crypto.randomUUID(),
      }),
    );
    ids.push(id);
    ({ merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`));
  }
  const { company } = await get<{ company: string }>(context, '/api/user/info');
  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.anjian', role: 'service', merchantId });
  const desk = await shop.newPage();
  const seconds = await workByKeys(desk, {
    list: `/desk/aftersale?${new URLSearchParams({ company })}`,
    cases: ids.map((id) => `/desk/aftersale/${id}`),
    async act() {
      await desk.keyboard.press('a');
      await desk.getByRole('dialog').waitFor();
      await desk.keyboard.press('Control+Enter');
    },
  });
  console.info(`an after-sale case by keyboard: ${seconds.toFixed(2)} s of the machine`);
  // What is left of eighteen seconds is for reading.
  expect(seconds).toBeLessThan(6);
});
