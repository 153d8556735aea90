/** The home page of a buyer: tasks, what runs out in one press, and a page that keeps still whoever opens it. */
import type { BrowserContext, Page } from '@playwright/test';
import { goodsPlain } from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { get } from '#tests/support/calls.ts';
import { type Database, expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { gotoSettled } from '#tests/support/settled.ts';
import { expectStill } from '#tests/support/shift.ts';

/** Paid orders of these days ago. */
async function boughtAt(context: BrowserContext, { pool }: Database, days: number[]): Promise<void> {
  for (const day of days) {
    const no = await paidOrder(context);
    await pool.query(`update "order" set created_at = created_at - make_interval(days => $1) where no = $2`, [
      day,
      no,
    ]);
  }
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const linesOf = async (context: BrowserContext) =>
  (await get<CartState>(context, '/api/cart/list')).data.map(({ goods, number }) => [goods?.id, number]);

test('what runs out is in the cart with one press, and twice is not twice', async ({
  page,
  context,
  logIn,
  database,
}) => {
  await logIn();
  await boughtAt(context, database, [44, 30, 16]);
  await gotoSettled(page, '/');
  await expectStill(page);
  const todo = page.getByRole('navigation', { name: '待办' });
  await expect(todo.getByRole('link', { name: '待付款' })).toHaveAttribute('href', '/order?status=10%2C12');
  await expect(todo.getByRole('link', { name: '待收货' })).toHaveText(/0$/);
  const due = panel(page, '该补货');
  await due.getByRole('button', { name: '一键加入1种' }).click();
  await expect(page.getByText('已将1种商品加入购物车').first()).toBeVisible();
  const [first] = await linesOf(context);
  expect(first?.[0]).toBe(goodsPlain);
  await due.getByRole('button', { name: '一键加入1种' }).click();
  await expect(page.getByText('1种购物车已有').first()).toBeVisible();
  expect(await linesOf(context)).toEqual([first]);

  await panel(page, '上次清单').getByRole('button', { name: '再来一单' }).click();
  await expect(page.getByRole('dialog', { name: '再来一单' })).toBeVisible();
});

test('a visitor is told who may buy, and a company without approval what it waits for', async ({
  page,
  newVisitor,
  logIn,
}) => {
  await gotoSettled(page, '/');
  await expect(page.getByRole('complementary', { name: '平台资讯' })).toContainText('不向个人销售');
  await expect(page.getByRole('navigation', { name: '待办' })).toBeHidden();
  const waiting = await newVisitor();
  await logIn('pending', waiting);
  const own = await waiting.newPage();
  await gotoSettled(own, '/');
  await expect(own.getByText('企业待审核')).toBeVisible();
  await expect(own.getByRole('link', { name: '查看原因和进度' })).toBeVisible();
  await expectStill(own);
});
