/** 经营数据 in a browser: from the navigation to a month, its table and its file. */
import { eq } from 'drizzle-orm';
import { goodsPlain } from '#demo/seed/known.ts';
import { goods } from '#lib/server/db/schema.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(240_000);

test('a merchant opens its figures, chooses a month, reads the table and takes the file', async ({
  page,
  context,
  database: { db },
  newVisitor,
  logIn,
}) => {
  const buyer = await newVisitor();
  await logIn(undefined, buyer);
  await paidOrder(buyer);
  const [item] = await db
    .select({ merchantId: goods.merchantId })
    .from(goods)
    .where(eq(goods.id, goodsPlain));
  await signInAtMerchantDesk(context, {
    username: 'e2e.figures',
    role: 'finance',
    merchantId: item!.merchantId,
  });
  await page.goto('/desk');
  await page.getByRole('navigation', { name: '工作台' }).getByRole('link', { name: '经营数据' }).click();
  await expect(page.getByRole('heading', { name: '经营数据' })).toBeVisible();
  await page.getByRole('link', { name: '近30天' }).click();
  await expect(page.getByRole('link', { name: '近30天' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('img', { name: /^销售额走势，最高为/ })).toBeVisible();
  await page.getByLabel('统计方式').selectOption('按周');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/by=week/);
  await page.getByText('看表格').click();
  const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row').count();
  await expect.poll(() => rowsOf('销售额走势')).toBeGreaterThan(4);
  await expect.poll(() => rowsOf('商品前20')).toBeGreaterThan(1);
  await expect(page.getByRole('table', { name: '商家前20' })).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: '导出CSV：经营数据' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^经营数据-.*\.csv$/);
});
