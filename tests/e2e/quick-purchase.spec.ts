/** Buying faster: what was bought before, pasted and dropped lists, the best cart. */
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import type { CartState } from '#lib/contract/cart/schema.ts';
import type { PlacedTrade } from '#lib/contract/orders/schema.ts';
import * as known from '#lib/server/db/seed/known.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';

/** On a phone nothing floats over the button of the bar: a press anywhere on it reaches it. */
async function expectFreeOnPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  // The button of the cart comes when the page is idle.
  await expect(page.locator('astro-island[ssr][component-export="CartButton"]')).toHaveCount(0);
  const covering = await page.getByRole('button', { name }).evaluate((button) => {
    const { right, top, height } = button.getBoundingClientRect();
    const found = [8, 24, 48].map((inset) => document.elementFromPoint(right - inset, top + height / 2));
    return found.filter((one) => one === null || !button.contains(one)).map((one) => one?.outerHTML);
  });
  expect.soft(covering).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Nothing sticks out at any width, and axe finds nothing at one of them. */
async function expectSound(page: Page, looked: 1440 | 390): Promise<void> {
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `overflow at ${width}`).toBe(0);
    if (width !== looked) continue;
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect.soft(violations.map(({ id, nodes }) => `${width}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const cartOf = (context: BrowserContext) => get<CartState>(context, '/api/cart/list');

async function fill(context: BrowserContext, ids: readonly number[]): Promise<CartState> {
  const lines = ids.map((id) => ({ goods_id: id, number: 20 }));
  await post(context, '/api/cart', { json: JSON.stringify({ lines }) });
  return cartOf(context);
}

const row = (page: Page, text: string) => page.getByRole('listitem', { name: text, exact: true });

test('a pasted list: green goes into the cart, the rest is mended and remembered', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  // Something in the cart: its button may float.
  await post(context, '/api/cart', { json: JSON.stringify({ lines: [{ goods_id: known.goodsPlain }] }) });
  await page.goto('/zzfw/kjcg');
  const sure = '阿莫西林胶囊 0.25g*24粒 珞珩 100盒';
  const unsure = 'amxljn 10盒';
  const unknown = '念念片 10mg 20瓶';
  const box = page.getByRole('textbox', { name: /每行一种/ });
  await box.fill(`老板好\n${sure}\n${unsure}\n${unknown}`);
  await page.getByRole('button', { name: '匹配商品' }).click();
  await expect(row(page, sure)).toContainText('可加入');
  await expect(row(page, unsure)).toContainText('按拼音匹配为');
  await expect(row(page, unknown)).toContainText('没有找到相符的商品');
  await expectSound(page, 390);

  await expectFreeOnPhone(page, '加入购物车（1）');
  const { data } = await cartOf(context);
  await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: data.map(({ id }) => id) }) });
  await page.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect(page.getByText('已加入1种，还有2行待处理').first()).toBeVisible();
  await expect(row(page, sure)).toHaveCount(0);
  expect((await cartOf(context)).data.map(({ number }) => number)).toEqual([100]);

  // Another maker for the one, other words for the other.
  const [other] = await row(page, unsure)
    .getByRole('option')
    .allTextContents()
    .then((all) => all.slice(1));
  await row(page, unsure).getByRole('combobox', { name: '换一个' }).selectOption(other!);
  await expect(row(page, unsure)).toContainText('您选定的商品');
  await row(page, unknown)
    .getByRole('button', { name: `改写${unknown}` })
    .click();
  const words = '盐酸普萘洛尔片 10mg*100片 珞珩 50瓶';
  await page.getByRole('textbox', { name: `改写${unknown}` }).fill(words);
  await page.keyboard.press('Enter');
  await expect(row(page, words)).toBeVisible();
  const confirm = row(page, words).getByRole('button', { name: '确认' });
  if (await confirm.isVisible()) await confirm.click();
  await page.getByRole('button', { name: '加入购物车（2）' }).click();
  await expect(page.getByText('采购单已处理完')).toBeVisible();
  expect((await cartOf(context)).data).toHaveLength(3);

  await box.fill('amxljn 20盒');
  await page.getByRole('button', { name: '匹配商品' }).click();
  await expect(row(page, 'amxljn 20盒')).toContainText('按您上次的选择');
});

test('a dropped file is read by its heads; what is no list is refused beside the box', async ({
  page,
  logIn,
  expectStatus,
}) => {
  await logIn();
  await page.goto('/zzfw/kjcg?tab=file');
  // The browser's picker opens by a button, which is pressed again once it lives; a test hands the file in itself.
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  const file = page.locator('input[type=file]');
  const csv =
    '品名,规格,厂家,数量\n阿莫西林胶囊,0.25g*24粒,辽宁珞珩制药有限公司,100\n健儿消食口服液,10ml*6支,,100\n';
  await file.setInputFiles({ name: '采购单.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('button', { name: '加入购物车（2）' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^可加入 2$/ })).toBeVisible();
  expectStatus(422, '/api/quick-order/match');
  await file.setInputFiles({
    name: '坏.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\x03\x04nothing'),
  });
  await expect(page.getByRole('alert').filter({ hasText: '不是完好的 XLSX 文件' })).toBeVisible();
});

test('what was bought before is bought again, all at once', async ({ page, context, logIn }) => {
  await logIn();
  await page.goto('/zzfw/kjcg?tab=bought');
  await expect(page.getByText('还没有买过的商品')).toBeVisible();
  const cart = await fill(context, [known.goodsPlain, known.goodsWithLadder]);
  const form = {
    ids: cart.data.map(({ id }) => id),
    expected_total: cart.total.pay_amount,
  };
  const trade = await post<PlacedTrade>(context, '/api/order', {
    json: JSON.stringify(form),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await post(context, '/api/pay', {
    json: JSON.stringify({ trade_no: [trade.trade_no], provider: 'balance' }),
  });
  await page.goto('/zzfw/kjcg?order=last');
  await expect(page.getByRole('link', { name: '最近购买' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('买过1次 · 上次20盒').first()).toBeVisible();
  await expectSound(page, 1440);

  // The price is that of the number beside it, and so is what it is compared with.
  const ladder = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/list/info/${known.goodsWithLadder}"]`) });
  const number = ladder.getByRole('textbox');
  await expect(ladder).not.toContainText(/涨价|降价/);
  await number.fill('200');
  await expect(ladder).toContainText(/上次¥\d+\.\d{2} 降价/);
  await number.fill('20');
  await expect(ladder).not.toContainText(/涨价|降价/);

  await post(context, '/api/cart', {
    json: JSON.stringify({ lines: [{ goods_id: known.goodsPlainElsewhere }] }),
  });
  await page.reload();
  await expectFreeOnPhone(page, '全部加入购物车');
  const { data: held } = await cartOf(context);
  await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: held.map(({ id }) => id) }) });
  await page.getByRole('button', { name: '全部加入购物车' }).click();
  await expect(page.getByText('已将2种商品加入购物车').first()).toBeVisible();
  expect((await cartOf(context)).data.map(({ number }) => number)).toEqual([20, 20]);
});

test('the best cart shows its saving, is taken, and undone', async ({ page, context, logIn }) => {
  await logIn();
  const before = await fill(context, [12, 32, 42, 62, 82, 112, 132, 212, 302, known.goodsPlainElsewhere]);
  await page.goto('/cart');
  await page.getByRole('button', { name: '最优采购' }).click();
  const dialog = page.getByRole('dialog', { name: '最优采购' });
  await expect(dialog.getByText(/^可省 ¥/)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  await dialog.getByRole('button', { name: '换成这些商家' }).click();
  await expect(page.getByRole('button', { name: '撤销更换' })).toBeVisible();
  const after = await cartOf(context);
  expect(Number(after.total.pay_amount)).toBeLessThan(Number(before.total.pay_amount));
  await page.getByRole('button', { name: '撤销更换' }).click();
  await expect(page.getByText('已撤销，购物车恢复原来的商家').first()).toBeVisible();
  expect((await cartOf(context)).total).toEqual(before.total);
});
