/** Buying again: a whole payment in three presses, templates, and what runs out. */
import type { BrowserContext, Page } from '@playwright/test';
import { goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { GoodsList } from '#lib/contract/goods/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { order, placed } from '#tests/support/placed.ts';
import { haveContracts } from '#tests/support/signed.ts';

const ordered = (visitor: BrowserContext, goods: number[]) =>
  placed(
    visitor,
    goods.map((goods_id) => ({ goods_id, number: 20 })),
  );

/** Opens a page and waits until its islands answer. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

const cartOf = async (visitor: BrowserContext) =>
  (await get<CartState>(visitor, '/api/cart/list')).data
    .map(({ goods, number }) => [goods?.id, number])
    .sort();

test('a payment of several merchants is bought again in three presses, while it is not even paid', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  const { orders } = await ordered(context, [goodsPlain, goodsPlainSecond, goodsPlainElsewhere]);
  expect(orders).toHaveLength(2);
  let presses = 0;
  const press = async (name: string | RegExp, role: 'button' | 'tab' = 'button') => {
    presses += 1;
    await page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();
  };
  await open(page, '/order');
  await press('再来一单');
  await press('同次付款的2个订单', 'tab');
  await press('加入购物车（3）');
  await expect(page.getByText('已将3种商品加入购物车').first()).toBeVisible();
  expect(presses).toBeLessThanOrEqual(3);
  const wanted = [goodsPlain, goodsPlainSecond, goodsPlainElsewhere].map((id) => [id, 20]).sort();
  expect(await cartOf(context)).toEqual(wanted);
  // A second time it says what lies there, and nothing is there twice.
  await press('再来一单');
  const dialog = page.getByRole('dialog', { name: '再来一单' });
  await dialog.getByRole('tab', { name: '同次付款的2个订单' }).click();
  await expect(dialog.getByText(/购物车已有20/)).toHaveCount(3);
  await dialog.getByRole('button', { name: '加入购物车（3）' }).click();
  await expect(page.getByText('3种购物车已有').first()).toBeVisible();
  expect(await cartOf(context)).toEqual(wanted);
});

test('twenty goods are bought again in three presses, and kept as a template in the cart', async ({
  page,
  context,
  logIn,
  database,
}) => {
  await haveContracts(database, await logIn());
  const { list } = await get<GoodsList>(context, '/api/goods/list', {
    form: 'buyable=1&size=60&sort=price&order=desc',
  });
  const goods = list.map(({ id }) => id);
  const { added } = await post<{ added: { id: number }[] }>(context, '/api/cart', {
    json: JSON.stringify({ lines: goods.map((goods_id) => ({ goods_id, type: 0, number: 20 })) }),
  });
  expect(added.length).toBeGreaterThanOrEqual(20);
  const ids = added.slice(0, 20).map(({ id }) => id);
  const { total } = await post<{ total: { pay_amount: string } }>(context, '/api/order/preview', {
    json: JSON.stringify({ ids }),
  });
  await order(context, ids, total.pay_amount);
  const rest = (await get<CartState>(context, '/api/cart/list')).data.map(({ id }) => id);
  if (rest.length > 0) await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: rest }) });
  let presses = 0;
  const press = async (name: string, role: 'button' | 'tab') => {
    presses += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await open(page, '/order');
  await press('再来一单', 'button');
  await press('同次付款的', 'tab');
  await press('加入购物车（20）', 'button');
  await expect(page.getByText('已将20种商品加入购物车').first()).toBeVisible();
  expect(presses).toBeLessThanOrEqual(3);
  expect(await cartOf(context)).toHaveLength(20);

  await open(page, '/cart');
  await page.getByRole('button', { name: '存为模板' }).click();
  const keep = page.getByRole('dialog', { name: '存为模板（20种）' });
  await keep.getByLabel('模板名称').fill('二十种');
  await keep.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已存为模板“二十种”').first()).toBeVisible();
  await open(page, '/zzfw/kjcg?tab=templates');
  await expect(page.getByRole('listitem', { name: '二十种' })).toContainText('共20种');
});

test('a template is kept from an order, ordered from, edited and deleted', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await ordered(context, [goodsPlain, goodsPlainSecond]);
  await open(page, '/order');
  await page.getByRole('button', { name: '再来一单' }).first().click();
  await page.getByRole('button', { name: '存为模板' }).click();
  const keep = page.getByRole('dialog', { name: '存为模板（2种）' });
  await keep.getByLabel('模板名称').fill('每天补货');
  const weekday = ((new Date(Date.now() + 8 * 3_600_000).getUTCDay() + 6) % 7) + 1;
  await keep.getByLabel('补货日').selectOption(`w${weekday}`);
  await keep.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已存为模板“每天补货”').first()).toBeVisible();

  await open(page, '/zzfw/kjcg?tab=templates');
  const row = page.getByRole('listitem', { name: '每天补货' });
  await expect(row).toContainText('今天该补货');
  await row.getByRole('button', { name: '按模板采购' }).click();
  await page.getByRole('button', { name: '加入购物车（2）' }).click();
  await expect(page.getByText('已将2种商品加入购物车').first()).toBeVisible();
  await expect(row).not.toContainText('今天该补货');

  await row.getByRole('button', { name: '编辑' }).click();
  const edit = page.getByRole('dialog', { name: '编辑模板' });
  await edit.getByLabel('模板名称').fill('门店补货');
  await edit.getByRole('button', { name: /^移除/ }).first().click();
  await edit.getByRole('button', { name: '保存' }).click();
  const renamed = page.getByRole('listitem', { name: '门店补货' });
  await expect(renamed).toContainText('共1种');
  await renamed.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('还没有采购模板')).toBeVisible();
});
