/** A merchant hands in a new paper with a picture of it, the platform accepts it, and the new days stand. */
import { alive } from '#tests/support/alive.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('a paper is renewed by hand-in and the platform’s yes', async ({ newVisitor, database: { pool } }) => {
  test.setTimeout(240_000);
  const { rows: merchants } = await pool.query(
    `select m.id, m.short_name as name, p.number from merchant m
      join merchant_paper p on p.merchant_id = m.id and p.kind = 'business_licence'
      where m.code ~ '^M[0-9]{2}$' order by m.id desc limit 1`,
  );
  const { id: merchantId, name, number } = merchants[0];

  const shop = await newVisitor();
  await signInAtMerchantDesk(shop, {
    username: 'e2e.zhengzhao',
    role: 'goods',
    merchantId: Number(merchantId),
  });
  const desk = await shop.newPage();
  await desk.goto('/desk/licences');
  await alive(desk);
  const row = desk.getByRole('row', { name: /营业执照/ });
  await row.getByRole('button', { name: /^提交新证/ }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('证号').fill(number);
  await dialog.getByLabel('发证日期').fill('2025-03-01');
  await dialog.getByLabel('有效期至').fill('2035-02-28');
  await dialog.getByRole('button', { name: '提交核验' }).click();
  await expect(dialog.getByText('请先选择扫描件')).toBeVisible();
  await dialog.getByLabel('选择扫描件').setInputFiles({
    name: '营业执照.png',
    mimeType: 'image/png',
    buffer: await pictureOf('#c02020', 'png'),
  });
  expect(await violationsOf(desk)).toEqual([]);
  await dialog.getByRole('button', { name: '提交核验' }).click();
  await expect(desk.getByText('营业执照已提交，等待平台核验').last()).toBeVisible(untilRead);
  await expect(row).toContainText('待核验');

  const counterpart = await newVisitor();
  await signInAtDesk(counterpart, 'e2e.heyan', 'review');
  const platform = await counterpart.newPage();
  await platform.goto('/desk/licences?view=waiting');
  await alive(platform);
  await platform
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name: '核验' })
    .click();
  await platform.waitForURL(/\/desk\/licences\/\d+/);
  await alive(platform);
  await expect(platform.getByRole('img', { name: '营业执照扫描件' })).toHaveJSProperty('complete', true);
  await expect(platform.getByRole('row', { name: /^有效期至/ })).toContainText('2035-02-28');
  expect(await violationsOf(platform)).toEqual([]);
  await platform.getByRole('button', { name: '核验通过' }).click();
  await expect(platform.getByText('已通过，登记的证照已更新').last()).toBeVisible();

  await desk.reload();
  await alive(desk);
  await expect(row.getByRole('gridcell', { name: '2035-02-28', exact: true })).toBeVisible();
  // The whole cell: 有效期至 is the name of a column, which each row has for telephones.
  await expect(row.getByRole('gridcell', { name: '有效', exact: true })).toBeVisible();
});
