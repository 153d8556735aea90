/** Lots by a table in a browser: pasted, checked, put in, handed in again, and taken back. */
import { eq } from 'drizzle-orm';
import { goodsPlain } from '#demo/seed/known.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { goods } from '#lib/server/db/schema.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(240_000);

test('a table is pasted, checked, put in, adds nothing when it comes again, and is taken back', async ({
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
  const [produced, expires] = [dayKey(Date.now() - 180 * 86_400_000), dayKey(Date.now() + 300 * 86_400_000)];
  const table = [
    ['商品编号', '批号', '生产日期', '有效期至', '入库数量'],
    [goodsPlain, lotNo, produced, expires, '3'],
    ['999999999', `W${lotNo.slice(2)}`, produced, expires, '3'],
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
  // The record of the table leads to its rows, where it is taken back.
  await page.goto('/desk/lot-imports');
  await page.getByRole('link', { name: '粘贴的内容' }).first().click();
  const row = page.getByRole('row').filter({ hasText: lotNo });
  // What the check refused stands there with its reason, too.
  const wrong = page.getByRole('row').filter({ hasText: `W${lotNo.slice(2)}` });
  await expect(wrong).toContainText('有误，未提交');
  await expect(wrong).toContainText('商品999999999：没有这个商品，或者不属于本店');
  await expect(row).toContainText('已入库');
  expect(await violationsOf(page)).toEqual([]);
  await row.getByRole('button', { name: /^撤销入库/ }).click();
  const question = page.getByRole('dialog', { name: /撤销入库/ });
  await question.getByLabel('原因').fill('表格传错了');
  await question.getByRole('button', { name: '撤销入库' }).click();
  await expect(row).toContainText('已撤销');
});
