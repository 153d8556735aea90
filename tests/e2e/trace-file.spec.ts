/** Trace codes at a desk: cases by a file and by one scan, codes of a line by a file that is mended and goes out. */
import type { OrderDetail } from '#lib/contract/orders/order.ts';
import { get } from '#tests/support/calls.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('a clerk hands in the codes of a line by a file, mends what it says, and sends the parcel', async ({
  context,
  newVisitor,
  logIn,
  database: { pool },
}) => {
  test.setTimeout(240_000);
  await logIn();
  const no = await paidOrder(context);
  const { merchant_id: merchantId } = await get<OrderDetail>(context, `/api/order/${no}`);

  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, { username: 'e2e.zhuisuma', role: 'orders', merchantId });
  const desk = await shop.newPage();
  // Of each run others: a code goes out once, and four browsers share one database.
  const run = String(Date.now()).padStart(16, '0');
  const codes = Array.from({ length: 10 }, (_, n) => `86${run}${String(n).padStart(2, '0')}`);
  const whole = `87${run}00`;
  await desk.goto('/desk/dispatch');
  await expect(desk.locator('main astro-island[ssr]')).toHaveCount(0);
  await desk.getByLabel('选择箱码文件').setInputFiles({
    name: '箱码.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['箱码,追溯码', ...codes.map((code) => `${whole},${code}`)].join('\r\n')),
  });
  await expect(desk.getByText('已导入1个箱码、10个下级码：新增10个')).toBeVisible();
  expect(await violationsOf(desk)).toEqual([]);

  // Taken back by mistake, all at once: 撤销 of the message puts them back, by the mouse and by Z.
  await desk.goto(`/desk/packs?code=${whole}`);
  await expect(desk.locator('main astro-island[ssr]')).toHaveCount(0);
  const packs = desk.getByRole('grid', { name: '箱码' });
  const said = desk.getByRole('region', { name: '提示' });
  await expect(packs).toContainText(codes[9]!);
  const undo = desk.getByRole('button', { name: '撤销（Z）' });
  const takeBack = async () => {
    await desk.getByLabel('全选本页').first().click();
    await desk.getByRole('button', { name: '批量作废' }).click();
    await expect(desk.getByRole('dialog')).toContainText('共10条');
    await desk.getByRole('dialog').getByRole('button', { name: '作废' }).click();
    await expect(undo).toBeVisible();
    await expect(said).toContainText('作废：已完成10条');
  };
  const isBack = async () => {
    await expect(said).toContainText('撤销作废：已完成10条');
    await expect(packs).toContainText(codes[9]!);
  };
  await takeBack();
  // The message stands for as long as the pointer is on it.
  await undo.hover();
  await expect(packs).toHaveCount(0);
  await undo.click();
  await isBack();
  // Z works for ten seconds: nothing else is looked at before.
  await takeBack();
  await desk.keyboard.press('z');
  await isBack();

  await desk.goto(`/desk/orders/${no}`);
  await expect(desk.locator('main astro-island[ssr]')).toHaveCount(0);
  const hand = (lines: readonly string[]) =>
    desk.getByLabel(/^追溯码文件：/).setInputFiles({
      name: '追溯码.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['追溯码', ...lines].join('\r\n')),
    });
  await hand([...codes.slice(0, 8), '8.6E+19', codes[0]!]);
  await expect(desk.getByRole('alert')).toContainText('文件有2处有误，没有导入');
  await expect(desk.getByRole('alert')).toContainText('第10行：“8.6E+19”已被表格软件改成科学计数');
  await expect(desk.getByRole('alert')).toContainText('第11行：');
  const box = desk.getByLabel(/^追溯码：/);
  await expect(box).toHaveValue('');
  const scanner = desk.getByLabel('扫描追溯码或箱码');
  await scanner.fill(whole);
  await scanner.press('Enter');
  await expect(box).toHaveValue(codes.join('\n'));
  await expect(desk.getByText('10/10', { exact: true })).toBeVisible();
  await scanner.fill(codes[3]!);
  await scanner.press('Enter');
  await expect(desk.getByText(`追溯码${codes[3]}已扫过`)).toBeVisible();
  await box.fill('');
  expect(await violationsOf(desk)).toEqual([]);
  await hand(codes);
  await expect(desk.getByText('已导入10个追溯码')).toBeVisible();
  await expect(box).toHaveValue(codes.join('\n'));
  await desk.setViewportSize({ width: 390, height: 844 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await desk.setViewportSize({ width: 1440, height: 900 });
  if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/trace.png`, fullPage: true });
  await desk.getByLabel('承运方').fill('顺丰速运');
  await desk.getByLabel('运单号').fill('SF-TRACE-1');
  await desk.getByRole('button', { name: '发货', exact: true }).click();
  // The state of the order; its timeline says the same.
  await expect(desk.getByText('待收货').first()).toBeVisible();
  const { rows } = await pool.query(
    `select sl.trace_codes from shipment_lot sl join shipment s on s.id = sl.shipment_id where s.order_no = $1`,
    [no],
  );
  expect(rows.flatMap(({ trace_codes: kept }: { trace_codes: string[] }) => kept).sort()).toEqual(codes);
});
