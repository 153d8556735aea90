/** Buying again: a whole payment in three presses, templates, and what runs out. */
import type { BrowserContext, Page } from '@playwright/test';
import type { CartState } from '#lib/contract/cart/schema.ts';
import type { PlacedTrade } from '#lib/contract/orders/schema.ts';
import { goodsPlain, goodsPlainElsewhere, goodsPlainSecond } from '#lib/server/db/seed/known.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';

async function order(visitor: BrowserContext, goods: number[]): Promise<PlacedTrade> {
  const lines = goods.map((goods_id) => ({ goods_id, type: 0, number: 20 }));
  const { added } = await post<{ added: { id: number }[] }>(visitor, '/api/cart', {
    json: JSON.stringify({ lines }),
  });
  const ids = added.map(({ id }) => id);
  const { total } = await post<{ total: { pay_amount: string } }>(visitor, '/api/order/preview', {
    json: JSON.stringify({ ids }),
  });
  return post(visitor, '/api/order', {
    json: JSON.stringify({ ids, expected_total: total.pay_amount }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
}

/** Opens a page and waits until its islands answer. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
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
  const { orders } = await order(context, [goodsPlain, goodsPlainSecond, goodsPlainElsewhere]);
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

test('a template is kept from an order, ordered from, edited and deleted', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await order(context, [goodsPlain, goodsPlainSecond]);
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
