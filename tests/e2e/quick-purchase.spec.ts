/** Buying faster: what was bought before, pasted and dropped lists, the best cart. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import { demoPassword } from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { GoodsPage } from '#lib/contract/goods/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { payByBalance, placedCart } from '#tests/support/placed.ts';
import { haveContracts } from '#tests/support/signed.ts';
import { violationsOf } from '#tests/support/sound.ts';

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
    expect.soft(await violationsOf(page), `at ${width}`).toEqual([]);
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
  test.setTimeout(180_000);
  await logIn();
  // Something in the cart: its button may float.
  await post(context, '/api/cart', { json: JSON.stringify({ lines: [{ goods_id: known.goodsPlain }] }) });
  await page.goto('/zzfw/kjcg');
  const sure = '蒙脱石散 3g*10袋 珩启 100盒';
  const unsure = 'amxljn 10盒';
  const unknown = '念念片 10mg 20瓶';
  const box = page.getByRole('textbox', { name: /每行一种/ });
  await box.fill(`老板好\n${sure}\n${unsure}\n${unknown}`);
  await page.getByRole('button', { name: '匹配商品' }).click();
  await expect(row(page, sure)).toContainText('可加入');
  await expect(row(page, unsure)).toContainText('按拼音匹配为');
  await expect(row(page, unknown)).toContainText('没有找到相符的商品');
  await expectSound(page, 390);
  // Why a person has to look is never cut.
  const why = row(page, unsure).getByText(/按拼音匹配为/);
  expect(await why.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(why).toHaveCSS('text-overflow', 'clip');

  await expectFreeOnPhone(page, '加入购物车（1）');
  const { data } = await cartOf(context);
  await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: data.map(({ id }) => id) }) });
  await page.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect(page.getByText('已加入1种，还有2行待处理').first()).toBeVisible();
  await expect(row(page, sure)).toHaveCount(0);
  expect((await cartOf(context)).data.map(({ number }) => number)).toEqual([100]);

  // Another merchant for the one, by keys alone; other words for the other.
  await row(page, unsure)
    .getByRole('button', { name: `更换${unsure}的商家或商品` })
    .press('Enter');
  const offers = row(page, unsure).getByRole('radio');
  await expect(offers.and(page.locator(':checked'))).toBeFocused();
  await expectSound(page, 1440);
  await expect(row(page, unsure)).toContainText(/免运费|运费/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row(page, unsure)).toContainText('您已核对');
  await expect(offers).toHaveCount(0);
  await row(page, unknown)
    .getByRole('button', { name: `改写${unknown}` })
    .click();
  const words = '盐酸普萘洛尔片 10mg*100片 珞珩 50瓶';
  await page.getByRole('textbox', { name: `改写${unknown}` }).fill(words);
  await page.keyboard.press('Enter');
  await expect(row(page, words)).toBeVisible();
  const confirm = row(page, words).getByRole('button', { name: '确认' });
  await expect(confirm.or(page.getByRole('button', { name: '加入购物车（2）' })).first()).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await page.getByRole('button', { name: '加入购物车（2）' }).click();
  await expect(page.getByText('采购清单已处理完')).toBeVisible();
  expect((await cartOf(context)).data).toHaveLength(3);

  await box.fill('amxljn 20盒');
  await page.getByRole('button', { name: '匹配商品' }).click();
  await expect(row(page, 'amxljn 20盒')).toContainText('按您上次的选择');
});

/** Lines as a pharmacy types them: some in full, some without a maker, some with the name and a number alone. */
async function typedLines(context: BrowserContext): Promise<string[]> {
  const { list } = await get<GoodsPage>(context, '/api/goods/list?in_stock=1&buyable=1&size=90');
  const some = list.filter((_, at) => at % 3 === 0).slice(0, 25);
  const lines = some.map(({ name, ypgg, sccj, bzdw }, at) =>
    at % 3 === 0
      ? `${name} ${ypgg} ${sccj} 120${bzdw}`
      : at % 3 === 1
        ? `${at}、${name} ${ypgg} 120${bzdw}`
        : `${name} x120`,
  );
  return [...lines, 'amxljn 120盒', '没有这种药片 10mg 20瓶'];
}

test('a list of 27 lines is paid in eight presses', async ({ page, context, logIn, database }) => {
  test.setTimeout(240_000);
  await haveContracts(database, await logIn());
  // Who buys every day has a payment password: it is typed, and Enter pays.
  const secret = '294617';
  await post(context, '/api/user/pay-password', {
    json: JSON.stringify({ pay_password: secret, password: demoPassword }),
  });
  const lines = await typedLines(context);
  expect(lines).toHaveLength(27);
  await page.goto('/zzfw/kjcg');
  let presses = 0;
  async function press(target: Locator) {
    presses += 1;
    await target.click();
  }
  const box = page.getByRole('textbox', { name: /每行一种/ });
  await press(box);
  await box.fill(lines.join('\n'));
  await press(page.getByRole('button', { name: '匹配商品' }));
  await press(page.getByRole('button', { name: /^全部确认/ }));
  await expect(page.getByText(/^\d+行没有找到|逐行核对/)).toBeVisible();
  // As many rows as a screen has room for.
  const bar = page.getByRole('button', { name: /^加入购物车/ });
  await expect
    .poll(() =>
      bar.evaluate((button) => {
        const { top } = button.getBoundingClientRect();
        const rows = [...document.querySelectorAll(':is(ul, ol) > li[aria-label]')];
        return rows.filter((one) => one.getBoundingClientRect().bottom <= top).length;
      }),
    )
    .toBeGreaterThanOrEqual(12);
  await press(page.getByRole('button', { name: /^加入购物车/ }));
  await expect(page.getByText(/^已加入\d+种/).first()).toBeVisible();
  expect((await cartOf(context)).data.length).toBeGreaterThanOrEqual(20);
  await press(page.getByRole('main').getByRole('link', { name: '去购物车' }).first());
  await press(page.getByRole('button', { name: /^去结算/ }));
  await press(page.getByRole('button', { name: '提交订单' }));
  await expect(page).toHaveURL(/\/cart\/step3\//);
  await press(page.getByRole('button', { name: '立即支付' }));
  await expect(page.getByRole('textbox', { name: '支付密码' })).toBeFocused();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cart\/step4/);
  expect(presses).toBeLessThanOrEqual(8);
});

test('a list goes on after a refresh and on another device, and two pages do not overwrite each other', async ({
  page,
  context,
  logIn,
  expectStatus,
}) => {
  await logIn();
  await page.goto('/zzfw/kjcg');
  const [sure, unsure] = ['阿莫西林胶囊 0.25g*24粒 珞珩 100盒', 'amxljn 10盒'];
  await page.getByRole('textbox', { name: /每行一种/ }).fill(`${sure}\n${unsure}`);
  await page.getByRole('button', { name: '匹配商品' }).click();
  await row(page, unsure).getByRole('button', { name: '确认' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible();
  await page.reload();
  await expect(row(page, unsure)).toContainText('您已核对');
  await expect(page.getByRole('button', { name: '加入购物车（2）' })).toBeEnabled();

  const other = await context.newPage();
  await other.goto('/zzfw/kjcg');
  await row(other, sure)
    .getByRole('button', { name: `移除${sure}` })
    .click();
  // Until the press has been heard, 已保存 speaks of the list as it came.
  await expect(row(other, sure)).toHaveCount(0);
  await expect(other.getByRole('status').filter({ hasText: '已保存' })).toBeVisible();
  expectStatus(409, '/api/quick-order/draft');
  await row(page, unsure)
    .getByRole('button', { name: `移除${unsure}` })
    .click();
  const notified = page.getByRole('alert').filter({ hasText: '另一个页面或设备' });
  await notified.getByRole('button', { name: '换成那边的' }).click();
  await expect(row(page, unsure)).toBeVisible();
  await expect(row(page, sure)).toHaveCount(0);

  await page.getByRole('button', { name: '清空' }).click();
  await page.getByRole('button', { name: '恢复上次清单' }).click();
  await expect(row(page, unsure)).toContainText('您已核对');
});

test('the same goods in two lines of a list is asked about, and put together', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await page.goto('/zzfw/kjcg');
  const [first, again] = ['阿莫西林胶囊 0.25g*24粒 珞珩 100盒', '阿莫西林胶囊 0.25g*24粒 珞珩 200盒'];
  await page.getByRole('textbox', { name: /每行一种/ }).fill(`${first}\n${again}`);
  await page.getByRole('button', { name: '匹配商品' }).click();
  await expect(page.getByRole('button', { name: '加入购物车（2）' })).toBeEnabled();
  const question = page.getByRole('status').filter({ hasText: '有1种商品写了不止一行' });
  await expect(question).toContainText('第1、2行，共300盒');
  await question.getByRole('button', { name: '合并数量' }).click();
  await expect(question).toHaveCount(0);
  await expect(row(page, again)).toHaveCount(0);
  await page.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect(page.getByText('采购清单已处理完')).toBeVisible();
  expect((await cartOf(context)).data.map(({ number }) => number)).toEqual([300]);
});

test('what nothing fits is searched in its place, or asked for', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/zzfw/kjcg');
  const unknown = '没有这种药片 10mg 20瓶';
  await page.getByRole('textbox', { name: /每行一种/ }).fill(`${unknown}\n另一种没有的东西 5盒`);
  await page.getByRole('button', { name: '匹配商品' }).click();
  await row(page, unknown)
    .getByRole('button', { name: `为${unknown}查找商品` })
    .click();
  await page.getByRole('textbox', { name: '搜别的商品' }).fill('布洛芬');
  await page.keyboard.press('Enter');
  await row(page, unknown)
    .getByRole('radio', { name: /布洛芬/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: '加入购物车（1）' })).toBeEnabled();
  await row(page, '另一种没有的东西 5盒').getByRole('button', { name: '求购' }).click();
  await expect(row(page, '另一种没有的东西 5盒')).toContainText('已发布求购');
  await page.goto('/zzfw/pzqg');
  await expect(page.getByRole('main')).toContainText('另一种没有的东西');
});

test('favourites are bought from their tab', async ({ page, context, logIn }) => {
  await logIn();
  await post(context, '/api/favorite', { json: JSON.stringify({ goods_ids: [known.goodsPlain] }) });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: '快捷采购' }).click();
  await page.getByRole('link', { name: '收藏', exact: true }).click();
  await expect(page).toHaveURL('/zzfw/kjcg?tab=favorites');
  await alive(page);
  await expectSound(page, 1440);
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await page.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect(page.getByText('已将1种商品加入购物车').first()).toBeVisible();
  expect((await cartOf(context)).data.map(({ goods: one }) => one?.id)).toEqual([known.goodsPlain]);
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
  await page.getByRole('button', { name: '再传文件' }).click();
  await file.setInputFiles({
    name: '坏.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\x03\x04nothing'),
  });
  await expect(page.getByRole('alert').filter({ hasText: '不是完好的 XLSX 文件' })).toBeVisible();
});

test('a person says which column of a file is the quantity, changes it, and is remembered', async ({
  page,
  logIn,
}) => {
  await logIn();
  await page.goto('/zzfw/kjcg?tab=file');
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  const file = page.locator('input[type=file]');
  const csv = `九月采购单\n品名,规格,厂家,计划数量,需求数量\n阿莫西林胶囊,0.25g*24粒,辽宁珞珩制药有限公司,100,200\n`;
  const upload = () =>
    file.setInputFiles({ name: '采购单.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await upload();
  const columns = page.getByRole('region', { name: '列的用途' });
  await expect(columns.getByRole('alert')).toContainText('“计划数量”“需求数量”都可能是数量');
  await columns.getByLabel('计划数量的用途').selectOption('数量');
  await columns.getByRole('button', { name: '按所选列读取' }).click();
  const rows = page.getByRole('region', { name: '匹配结果' }).getByRole('listitem');
  const number = rows.first().getByRole('textbox', { name: /数量/ });
  await expect(number).toHaveValue('100');
  await expect(columns).toContainText('计划数量（数量）');
  await columns.getByRole('button', { name: '更改列' }).click();
  await columns.getByLabel('需求数量的用途').selectOption('数量');
  // One column alone is the quantity.
  await expect(columns.getByLabel('计划数量的用途')).toHaveValue('');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/columns-390.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await violationsOf(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/columns.png`, fullPage: true });
  await columns.getByRole('button', { name: '按所选列读取' }).click();
  await expect(number).toHaveValue('200');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: '再传文件' }).click();
  await upload();
  await expect(columns).toContainText('需求数量（数量）（同上次）');
});

test('what was bought before is bought again, all at once', async ({ page, context, logIn }) => {
  await logIn();
  await page.goto('/zzfw/kjcg?tab=bought');
  await expect(page.getByText('还没有买过的商品')).toBeVisible();
  await fill(context, [known.goodsPlain, known.goodsWithLadder]);
  await payByBalance(context, await placedCart(context));
  await page.goto('/zzfw/kjcg?order=last');
  await expect(page.getByRole('link', { name: '最近购买' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('买过1次 · 上次20盒').first()).toBeVisible();
  await expect(page.getByText(/^到手 ¥\d+\.\d{2}/).first()).toBeVisible();
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
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await expectFreeOnPhone(page, '加入购物车（2）');
  const { data: held } = await cartOf(context);
  await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: held.map(({ id }) => id) }) });
  await page.getByRole('button', { name: '加入购物车（2）' }).click();
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
  expect.soft(await violationsOf(page, 'dialog[open]')).toEqual([]);
  // Ticks decide what is done, and the totals follow them by the server's rule.
  const ticks = dialog.getByRole('checkbox');
  const whole = await dialog.getByText(/^可省 ¥/).textContent();
  await ticks.first().uncheck();
  await expect(dialog.getByText(/^可省 ¥/)).not.toHaveText(whole ?? '');
  await ticks.first().check();
  await expect(dialog.getByText(/^可省 ¥/)).toHaveText(whole ?? '');
  // A merchant that stays has no row any more, until it is let go.
  const count = await ticks.count();
  await dialog.getByRole('button', { name: /^保留/ }).first().click();
  await expect(dialog.getByText('保留商家：')).toBeVisible();
  await dialog.getByRole('button', { name: /^不再保留/ }).click();
  await expect(ticks).toHaveCount(count);
  await dialog.getByRole('button', { name: /^换成这些商家/ }).click();
  await expect(page.getByRole('button', { name: '撤销更换' })).toBeVisible();
  const after = await cartOf(context);
  expect(Number(after.total.pay_amount)).toBeLessThan(Number(before.total.pay_amount));
  await page.getByRole('button', { name: '撤销更换' }).click();
  await expect(page.getByText('已撤销，购物车恢复原来的商家').first()).toBeVisible();
  expect((await cartOf(context)).total).toEqual(before.total);
});
