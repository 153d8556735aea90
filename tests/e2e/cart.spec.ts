/** Steps 1 and 2 of the checkout and the addresses, as a buyer uses them. */
import type { BrowserContext, Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { ask, get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

type Wanted = { id: number; number?: number; type?: number };

async function fill(visitor: BrowserContext, wanted: Wanted[]): Promise<CartState> {
  const lines = wanted.map(({ id, number, type = 0 }) => ({ goods_id: id, number, type }));
  await post(visitor, '/api/cart', { json: JSON.stringify({ lines }) });
  return get(visitor, '/api/cart/list');
}

function payOf(page: Page) {
  return page.getByRole('region', { name: '合计' }).getByText(/^¥[\d.,]+$/);
}

async function shownPay(page: Page): Promise<string> {
  const text = (await payOf(page).last().textContent()) ?? '';
  return text.replace(/[¥,]/g, '');
}

/** The number box of a line. */
function numberOf(page: Page, name: string) {
  return page.getByRole('textbox', { name: new RegExp(`^${name}数量`) });
}

/** Nothing sticks out at any width, and axe finds nothing on a desk and on a phone. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [1024, 1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // Some parts are drawn anew for another width.
    await expect.configure({ soft: true }).poll(overflow, `overflow at ${width}`).toBe(0);
    if (width === 1024) continue;
    expect.soft(await violationsOf(page), `at ${width}`).toEqual([]);
  }
}

test.describe('the cart', () => {
  test('predicts what the server decides, through numbers, ticks and removal', async ({
    page,
    context,
    logIn,
  }) => {
    await logIn();
    const cart = await fill(context, [
      { id: known.goodsPlain, number: 100 },
      { id: known.goodsPlainSecond, number: 100 },
      { id: known.goodsFullReduction, number: 60 },
      { id: known.goodsWithLadder, number: 20 },
    ]);
    const name = cart.data.find((line) => line.goods_id === known.goodsPlain)?.goods?.name ?? '';
    await page.goto('/cart');
    await expect.poll(() => shownPay(page)).toBe(cart.total.pay_amount);

    const edited = page.waitForResponse(/\/api\/cart\/\d+\/edit/);
    await numberOf(page, name).fill('185');
    const answer = await (await edited).json();
    const { packStep } = { packStep: cart.data.find((line) => line.goods?.name === name)?.goods?.zbz ?? 1 };
    await expect(numberOf(page, name)).toHaveValue(String(Math.floor(185 / packStep) * packStep));
    await expect.poll(() => shownPay(page)).toBe(answer.data.total.pay_amount);

    await page.getByRole('checkbox', { name: `选中${name}`, exact: true }).uncheck();
    await expect.poll(async () => (await serverTotal(context)) === (await shownPay(page))).toBe(true);

    await page.getByRole('button', { name: `删除${name}` }).click();
    await expect(page.getByText('确定删除这件商品吗?')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(numberOf(page, name)).toHaveCount(0);
    await expect.poll(async () => (await get<CartState>(context, '/api/cart/list')).data.length).toBe(3);
    await expect.poll(async () => (await serverTotal(context)) === (await shownPay(page))).toBe(true);
    const before = await shownPay(page);
    await page.reload();
    await expect.poll(() => shownPay(page)).toBe(before);
    await expect(numberOf(page, name)).toHaveCount(0);

    // The oldest line, taken out and put back, is the newest: its merchant keeps its place, after a reload too.
    const merchants = () => page.getByRole('main').locator('section > header h2').allTextContents();
    const shown = await merchants();
    expect(shown.length).toBeGreaterThan(1);
    const oldest = (await get<CartState>(context, '/api/cart/list')).data.at(-1)!;
    await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: [oldest.id] }) });
    await fill(context, [{ id: oldest.goods_id!, number: oldest.number }]);
    await expect.poll(() => shownPay(page)).toBe(before);
    await page.reload();
    await expect.poll(() => shownPay(page)).toBe(before);
    expect(await merchants()).toEqual(shown);
  });

  test('holds a number at its limits and says so', async ({ page, context, logIn }) => {
    await logIn();
    const cart = await fill(context, [{ id: known.goodsLimited }]);
    const goods = cart.data[0]?.goods;
    const most = Math.floor((goods?.xg_number ?? 0) / (goods?.zbz ?? 1)) * (goods?.zbz ?? 1);
    await page.goto('/cart');
    const box = numberOf(page, goods?.name ?? '');
    await box.fill('9999');
    await expect(page.getByText('已达最大购买量').filter({ visible: true }).first()).toBeVisible();
    await expect(box).toHaveValue(String(most));
    await expect(page.getByRole('main').getByRole('button', { name: '增加' })).toBeDisabled();
    await box.fill('1');
    await expect(box).not.toHaveValue('1');
    await expect(page.getByRole('main').getByRole('button', { name: '减少' })).toBeDisabled();
  });

  test('asks before a number passes a promo limit', async ({ page, context, logIn }) => {
    await logIn();
    const cart = await fill(context, [{ id: known.goodsFlash, type: 1 }]);
    const name = cart.data[0]?.goods?.name ?? '';
    await page.goto('/cart');
    const before = Number(await numberOf(page, name).inputValue());
    await numberOf(page, name).fill('200');
    await expect(page.getByText(/数量超过活动限购\d+，可原价购买/)).toBeVisible();
    await page.getByRole('button', { name: /^只买\d+/ }).click();
    await expect(numberOf(page, name)).not.toHaveValue('200');
    expect(Number(await numberOf(page, name).inputValue())).toBeGreaterThanOrEqual(before);
    await numberOf(page, name).fill('200');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(numberOf(page, name)).toHaveValue('200');
    await expect(page.getByText(/\d\S ¥.+ \+ \d+\S ¥/)).toBeVisible();
  });

  test('goods of a flash sale are one line with the rest, however they came', async ({
    page,
    context,
    logIn,
  }) => {
    await logIn();
    const cart = await fill(context, [
      { id: known.goodsFlash, number: 10 },
      { id: known.goodsFlash, number: 10, type: 1 },
    ]);
    expect(cart.data.map(({ number, type }) => [number, type])).toEqual([[20, 1]]);
    const name = cart.data[0]?.goods?.name ?? '';
    await page.goto('/cart');
    for (const asked of ['60', '30']) {
      await numberOf(page, name).fill(asked);
      // The line has the promo's 20 already: there is no third button.
      await page.getByRole('button', { name: '取消', exact: true }).click();
      await expect(numberOf(page, name)).toHaveValue('20');
    }
  });

  test('works by keyboard alone, and explains its prices', async ({ page, context, logIn }) => {
    await logIn();
    const cart = await fill(context, [{ id: known.goodsPlain, number: 100 }]);
    const { name = '', zbz = 1 } = cart.data[0]?.goods ?? {};
    await page.goto('/cart');
    // A key that comes before the page is alive is nobody's.
    await alive(page);
    await numberOf(page, name).focus();
    await page.keyboard.press('ArrowUp');
    await expect(numberOf(page, name)).toHaveValue(String(100 + zbz));
    const why = page.getByRole('button', { name: `${name}为什么是这个价` });
    await why.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: '为什么是这个价' });
    await expect(panel.getByText(/^原价 ¥/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(why).toBeFocused();
  });

  test('keeps a frozen company from prices and from ordering, and a viewer from changing', async ({
    page,
    context,
    logIn,
    newVisitor,
  }) => {
    await logIn('demo-zhidu');
    await page.goto('/cart');
    await expect(page.getByText('购物车还是空的')).toBeVisible();
    const frozen = await newVisitor();
    await logIn('frozen', frozen);
    const other = await frozen.newPage();
    await other.goto('/cart');
    expect(await other.content()).not.toMatch(/¥\s*\d/);
    expect(
      (await ask(context, 'POST', '/api/cart', { form: `lines[0][goods_id]=${known.goodsPlain}` })).status,
    ).toBe(403);
  });
});

test.describe('confirming', () => {
  test('counts coupons and addresses anew, and places one order however often it is pressed', async ({
    page,
    context,
    logIn,
  }) => {
    await logIn();
    await fill(context, [{ id: known.goodsPlain, number: 200 }]);
    await page.goto('/cart');
    const total = await shownPay(page);
    await page.getByRole('button', { name: /去结算/ }).click();
    await expect(page).toHaveURL(/\/cart\/step2$/);
    const bar = page.getByRole('region', { name: '提交订单', exact: true });
    await expect.poll(async () => (await bar.textContent())?.replaceAll(',', '')).toContain(`¥${total}`);

    await page.getByRole('button', { name: '新增地址' }).click();
    const form = page.getByRole('dialog', { name: '新增收货地址' });
    await form.getByRole('button', { name: '保存' }).click();
    await expect(form.getByText('请填写收货人')).toBeVisible();
    await form.getByLabel('收货人').fill('王小明');
    await form.getByLabel('联系电话').fill('13800138000');
    await form.getByLabel('省份').selectOption('湖北省');
    await form.getByLabel('城市').selectOption('宜昌市');
    await form.getByLabel('区县').selectOption('西陵区');
    await form.getByLabel('详细地址').fill('夷陵大道 8 号');
    await form.getByRole('button', { name: '保存' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('radio', { name: /王小明/ })).toBeChecked();
    await expect(bar).toContainText('夷陵大道 8 号');

    await page.getByText('加备注', { exact: true }).first().click();
    await page
      .getByLabel(/^订单备注/)
      .first()
      .fill('请附随货同行单');
    // A refresh loses neither.
    await page.reload();
    await expect(page.getByRole('radio', { name: /王小明/ })).toBeChecked();
    await expect(page.getByLabel(/^订单备注/).first()).toHaveValue('请附随货同行单');
    await page.getByRole('button', { name: '提交订单' }).dblclick();
    await expect(page).toHaveURL(/\/cart\/step3\/\w+/);
    const orders = await get<{ total: number }>(context, '/api/order');
    expect(orders.total).toBe(1);
    expect((await get<{ total: number }>(context, '/api/cart/total')).total).toBe(0);
  });

  test('shows what changed meanwhile, and goes on from there', async ({
    page,
    context,
    logIn,
    expectStatus,
  }) => {
    await logIn();
    const cart = await fill(context, [{ id: known.goodsPlain, number: 200 }]);
    await page.goto('/cart/step2');
    await post(context, `/api/cart/${cart.data[0]?.id}/edit`, { form: 'number=300' });
    expectStatus(409, '/api/order');
    await page.getByRole('button', { name: '提交订单' }).click();
    const alert = page.getByRole('alert').filter({ hasText: '应付金额由' });
    await expect(alert).toBeVisible();
    await expect(alert).toBeFocused();
    await page.getByRole('button', { name: '提交订单' }).click();
    await expect(page).toHaveURL(/\/cart\/step3\/\w+/);
  });

  test('says what to do when nothing is chosen', async ({ page, logIn }) => {
    await logIn();
    await page.goto('/cart/step2');
    await expect(page.getByText('没有选中要结算的商品')).toBeVisible();
    await page.goto('/cart/step2?ids=999999');
    await expect(page.getByText(/商品已不在购物车/)).toBeVisible();
    await page.goto('/cart/step2?ids=abc');
    await expect(page.getByRole('link', { name: '返回购物车' })).toBeVisible();
  });
});

test('addresses are added, changed, made the default and removed', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/zhzx/addr');
  await page.getByRole('button', { name: '新增收货地址' }).first().click();
  const form = page.getByRole('dialog', { name: '新增收货地址' });
  await form.getByLabel('收货人').fill('李药师');
  await form.getByLabel('联系电话').fill('12345');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请填写11位手机号，或带区号的固定电话')).toBeVisible();
  await form.getByLabel('联系电话').fill('027-88886666');
  await form.getByLabel('省份').selectOption('北京市');
  await form.getByLabel('区县').selectOption('东城区');
  await form.getByLabel('详细地址').fill('东直门内大街 1 号');
  await form.getByLabel('设为默认地址').check();
  await form.getByRole('button', { name: '保存' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '李药师' });
  await expect(row).toContainText('北京市东城区 东直门内大街 1 号');
  await expect(row).toContainText('默认');
  await row.getByRole('button', { name: '修改' }).click();
  const change = page.getByRole('dialog', { name: '修改收货地址' });
  await expect(change.getByLabel('区县')).toHaveValue('110101');
  await change.getByLabel('详细地址').fill('东直门内大街 2 号');
  await change.getByRole('button', { name: '保存' }).click();
  await expect(row).toContainText('2 号');
  await row.getByRole('button', { name: '删除' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('默认', { exact: true })).toBeVisible();
});

test.describe('every face', () => {
  test.slow();
  for (const path of ['/cart', '/cart/step2', '/zhzx/addr']) {
    test(`${path} is sound at every width`, async ({ page, context, logIn }) => {
      await logIn();
      await fill(context, [
        { id: known.goodsPlain, number: 100 },
        { id: known.goodsPlainElsewhere, number: 20 },
        { id: known.goodsFullReduction, number: 60 },
        { id: known.goodsFlash, type: 1, number: 120 },
      ]);
      await page.goto(path);
      await alive(page);
      await expectSound(page);
    });
  }
});

async function serverTotal(context: BrowserContext): Promise<string> {
  return (await get<CartState>(context, '/api/cart/list')).total.pay_amount;
}
