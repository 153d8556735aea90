/** A merchant changes its items: a cell by keyboard, many by a previewed set with a second person, and takes it back. */
import { goodsPlain } from '#demo/seed/known.ts';
import { alive } from '#tests/support/alive.ts';
import { signInAtMerchantDesk } from '#tests/support/desk.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(240_000);

/** Three items of merchant 1 off the shelf: no other test buys them, or sees their prices change. */
async function haveItems(pool: Database['pool'], name: string): Promise<void> {
  await pool.query(
    `with made as (
       insert into product (sku, kind, category_id, name, maker, spec, form, unit, mid_pack, case_pack, otc, scope,
         storage, shelf_life_months, base_price, market_price)
       select $1 || n, kind, category_id, $1, maker, n || '片', form, unit, 1, 10, otc, scope, storage,
         shelf_life_months, 1000, 1200
       from (select p.* from product p join goods g on g.product_id = p.id where g.id = $2) p, generate_series(1, 3) n
       returning id)
     insert into goods (product_id, merchant_id, price, member_price, market_price, stock, pack_step, case_pack,
       is_on_shelf)
     select id, 1, 1000, 900, 1200, 5, 1, 10, false from made`,
    [name, goodsPlain],
  );
}

test('prices and limits are changed in cells and in sets, passed by a second person, and taken back', async ({
  context,
  page,
  newVisitor,
  troubles,
  database: { pool },
}) => {
  troubles.expected.push({ status: 422, path: '/api/desk/changes' });
  const name = `改价片${Date.now().toString(36)}`;
  await haveItems(pool, name);
  await signInAtMerchantDesk(context, { username: 'gaijia', role: 'goods', merchantId: 1 });
  await page.goto('/desk');
  await page.getByRole('navigation').getByRole('link', { name: '商品', exact: true }).first().click();
  await expect(page).toHaveURL('/desk/goods');
  await page.goto(`/desk/goods?keyword=${encodeURIComponent(name)}`);
  await alive(page);
  const grid = page.getByRole('grid', { name: '商品' });
  const cell = (name: string) => grid.getByRole('row').nth(1).getByRole('gridcell').nth(columnOf(name));
  const heads = await grid.getByRole('columnheader').allInnerTexts();
  const columnOf = (name: string) => heads.findIndex((head) => head.includes(name)) - 1;

  // A digit begins a new value, Enter saves it; a refusal stays at the cell.
  await cell('每日限购').focus();
  await page.keyboard.press('7');
  await page.keyboard.type('00000');
  await page.keyboard.press('Enter');
  await expect(cell('每日限购')).toHaveText(/700000/);
  await cell('每日限购').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('每日限购', { exact: true }).fill('很多');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('alert')).toContainText('每日限购须为0到999999之间的整数');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('每日限购', { exact: true })).toHaveCount(0);
  await expect(cell('每日限购')).toHaveText(/700000/);
  expect(await violationsOf(page)).toEqual([]);

  // Two items at half their price wait for somebody else.
  for (const nth of [2, 3]) await grid.getByRole('row').nth(nth).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量修改' }).click();
  const dialog = page.getByRole('dialog', { name: '修改2条' });
  await dialog.getByLabel('会员价').fill('0.05');
  await dialog.getByLabel('原因（选填）').fill('清仓');
  await dialog.getByRole('button', { name: '预览修改' }).click();
  await expect(page.getByRole('heading', { name: /第\d+号修改/ })).toBeVisible();
  await expect(page.getByText(/会员价下降\d+%/).first()).toBeVisible();
  await page.getByRole('button', { name: '提交复核' }).click();
  await expect(page.getByText('待复核').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '通过并执行' })).toHaveCount(0);

  const visitor = await newVisitor();
  await signInAtMerchantDesk(visitor, { username: 'fuhe', role: 'admin', merchantId: 1 });
  const other = await visitor.newPage();
  await other.goto('/desk');
  await other
    .getByRole('link', { name: /待复核的批量修改/ })
    .first()
    .click();
  await alive(other);
  await other
    .getByRole('link', { name: /第\d+号/ })
    .first()
    .click();
  await alive(other);
  await other.getByRole('button', { name: '通过并执行' }).click();
  await expect(other.getByText('已完成').first()).toBeVisible({ timeout: 30_000 });
  expect(await violationsOf(other)).toEqual([]);

  await page.reload();
  await alive(page);
  await page.getByRole('button', { name: '全部撤销' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('撤销的是')).toBeVisible();
  await page
    .getByRole('button', { name: '提交复核' })
    .or(page.getByRole('button', { name: '执行修改' }))
    .click();
  await expect(page.getByText('待复核').first()).toBeVisible();
});
