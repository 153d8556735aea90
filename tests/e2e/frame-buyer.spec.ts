/** What the frame keeps for a buyer: the region things are sent to, quality reports, marked proposals. */
import { expect, test } from '#tests/support/e2e.ts';

test('the region of the header is kept in this browser and stands in a new address', async ({
  page,
  logIn,
}) => {
  await logIn();
  await page.goto('/help');
  // Until one is chosen things go to the default address.
  await expect(page.getByRole('button', { name: /^送至 湖北省/ })).toBeVisible();
  await page.getByRole('button', { name: /^送至/ }).click();
  const dialog = page.getByRole('dialog', { name: '送货地区' });
  const save = dialog.getByRole('button', { name: '确定' });
  await expect(save).toBeDisabled();
  for (const [box, name] of [
    ['省份', '湖北省'],
    ['城市', '武汉市'],
    ['区县', '江汉区'],
  ] as const)
    await dialog.getByRole('combobox', { name: box }).selectOption(name);
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '送至 湖北省武汉市江汉区' })).toBeVisible();
  await page.goto('/zhzx/addr');
  await expect(page.getByRole('button', { name: '送至 湖北省武汉市江汉区' })).toBeVisible();
  await page.getByRole('button', { name: /新增/ }).first().click();
  await expect(page.getByRole('combobox', { name: '区县' })).toHaveValue(/^420103/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^送至/ }).click();
  await dialog.getByRole('button', { name: '不指定地区' }).click();
  await expect(page.getByRole('button', { name: /^送至 湖北省武汉市./ })).toBeVisible();
  await expect(page.getByRole('button', { name: '送至 湖北省武汉市江汉区', exact: true })).toHaveCount(0);
});

test('quality reports: where there is no page for them, the server’s words', async ({ page, logIn }) => {
  await page.goto('/help');
  const rail = page.getByRole('complementary', { name: '快捷工具' });
  await expect(rail.getByRole('link', { name: '账户' })).toBeVisible();
  await expect(rail.getByRole('button', { name: '质检' })).toHaveCount(0);
  await logIn();
  await page.goto('/list');
  await rail.getByRole('button', { name: '质检' }).click();
  await expect(page.getByRole('dialog')).toContainText('每批药品的批号、生产日期和有效期');
});

test('proposals mark what initials and syllables stand for', async ({ page }) => {
  await page.goto('/');
  const marks = page.getByRole('option').filter({ hasText: '阿莫西林胶囊' }).first().locator('mark');
  const box = page.getByRole('combobox', { name: '搜索关键词' });
  await box.fill('amxl');
  await expect(marks).toHaveText(['阿莫西林']);
  await box.fill('amxl jiaonang');
  await expect(marks).toHaveText(['阿莫西林胶囊']);
});
