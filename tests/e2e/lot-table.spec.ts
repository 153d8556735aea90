/** Lots by a table in a browser: pasted, checked, put in, and handed in again. */
import { eq } from 'drizzle-orm';
import { goodsPlain } from '#demo/seed/known.ts';
import { goods } from '#lib/server/db/schema.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(120_000);

test('a table is pasted, checked, put in, and adds nothing when it comes again', async ({
  page,
  context,
  database: { db },
}) => {
  const [item] = await db
    .select({ merchantId: goods.merchantId })
    .from(goods)
    .where(eq(goods.id, goodsPlain));
  const merchantId = item!.merchantId;
  await signInAtMerchantDesk(context, { username: 'e2e.lot-table', role: 'goods', merchantId });
  const lotNo = `TB${Date.now().toString(36).toUpperCase()}`;
  const table = [
    ['商品编号', '批号', '生产日期', '有效期至', '入库数量'],
    [goodsPlain, lotNo, '2026-01-05', '2027-06-04', '3'],
    ['999999999', lotNo, '2026-01-05', '2027-06-04', '3'],
  ];
  const text = table.map((row) => row.join('\t')).join('\n');
  await page.goto('/desk/lots');
  await page.getByRole('button', { name: '按表格入库' }).click();
  const dialog = page.getByRole('dialog', { name: '按表格入库' });
  const handIn = async () => {
    await dialog.getByLabel('或从表格软件复制，粘贴到这里（连同表头）').fill(text);
    await dialog.getByRole('button', { name: '核对' }).click();
  };
  await handIn();
  await expect(dialog.getByRole('status')).toContainText('共2行：0行已入库，1行可入库');
  await expect(dialog.getByText('没有这个商品，或者不属于本店')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '入库1行' }).click();
  await expect(dialog.getByRole('status')).toContainText('共2行：1行已入库');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '按表格入库' }).click();
  await handIn();
  await expect(dialog.getByRole('status')).toContainText('1行之前已入库');
  await expect(dialog.getByRole('button', { name: /^入库/ })).toHaveCount(0);
});
