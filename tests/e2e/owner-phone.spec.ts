/** An owner's lost telephone: asked for at the desk with papers, passed by another person, ended by the company. */
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { companies } from '#lib/contract/desk/lists/companies.ts';
import { alive } from '#tests/support/alive.ts';
import { signInAtDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { untilRead } from '#tests/support/reading.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(240_000);

test('one asks with three papers, another passes, and the company objects', async ({
  page,
  context,
  newVisitor,
  logIn,
}) => {
  const owner = await newVisitor();
  await logIn(undefined, owner);
  const info = await owner.request.get('/api/user/info');
  const { company } = ((await info.json()) as { data: { company: string } }).data;
  await signInAtDesk(context, 'e2e.owner.asks', 'service');
  const found = await context.request.get(`/api/desk/companies?q=${encodeURIComponent(company)}`);
  const { rows } = ((await found.json()) as { data: ListAnswer<RowOf<typeof companies>> }).data;
  const { id } = rows.find((row) => row.name === company)!;

  await page.goto(`/desk/companies/${id}`);
  await alive(page);
  await page.getByRole('tab', { name: /^人员与设备/ }).click();
  await page.getByRole('button', { name: '更换负责人手机' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('新手机号').fill('137 6600 0001');
  await dialog.getByLabel('更换原因').fill('手机遗失');
  await dialog.getByRole('button', { name: '提出更换' }).click();
  await expect(dialog.getByText(/^请上传/)).toBeVisible();
  const pickers = dialog.locator('input[type=file]');
  const picture = async (colour: string) => ({
    name: `${colour}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await pictureOf(colour),
  });
  await pickers.nth(0).setInputFiles(await picture('red'));
  await pickers.nth(1).setInputFiles(await picture('green'));
  await pickers.nth(2).setInputFiles({ name: '委托书.pdf', mimeType: 'application/pdf', buffer: pdfOf(1) });
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '提出更换' }).click();
  await expect(dialog).toHaveCount(0, untilRead);
  const table = page.getByRole('table', { name: '更换负责人手机' });
  await expect(table.getByRole('row').filter({ hasText: '13766000001' })).toContainText('待复核');

  const second = await newVisitor();
  await signInAtDesk(second, 'e2e.owner.passes', 'review');
  const desk = await second.newPage();
  await desk.goto(`/desk/countersign?company=${encodeURIComponent(company)}`);
  await alive(desk);
  await desk.getByRole('button', { name: /^通过：/ }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(desk.getByRole('grid', { name: '待复核' })).toContainText('已通过');

  const shop = await owner.newPage();
  await shop.goto('/zhzx/basic');
  await alive(shop);
  const coming = shop.getByRole('region', { name: '负责人登录手机号即将更换' });
  await expect(coming).toContainText('137****0001');
  expect(await violationsOf(shop, 'main')).toEqual([]);
  await coming.getByRole('button', { name: '提出异议' }).click();
  await expect(coming).toHaveCount(0);
  await page.reload();
  await alive(page);
  await page.getByRole('tab', { name: /^人员与设备/ }).click();
  await expect(table).toContainText('提出异议');
});
