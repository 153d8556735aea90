/** Every kind of activity of the demo is at work on a page, and can be bought there. */
import type { Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';

const main = (page: Page) => page.getByRole('main');
const cardOf = (page: Page, goods: number) => page.locator(`article[data-goods="${goods}"]`);

test('each kind is found on a page, with its prices, for a buyer', async ({ page, logIn }) => {
  await logIn();
  await page.goto('/miaosha');
  const flash = cardOf(page, known.goodsFlash);
  await flash.scrollIntoViewIfNeeded();
  await expect(flash).toContainText('每家限购20');
  await expect(flash).toContainText(/¥\d+\.\d{2}/);
  // A session of today runs by the clock, one of a month says its last day.
  await expect(main(page)).toContainText(/距结束.*\d{2}.*\d{2}.*\d{2}|至 \d{4}-\d{2}-\d{2}/);
  const tabs = page.getByRole('navigation', { name: '活动' });
  for (const name of ['秒杀', '拼团', '组合购', '满额返现', '94折', '满减', '满赠'])
    await expect(tabs.getByRole('link', { name, exact: true })).toBeVisible();

  await page.goto('/ptzq');
  await expect(cardOf(page, known.goodsGroupBuy)).toContainText(/拼团价.*单买/);
  await expect(cardOf(page, known.goodsGroupBuy)).toContainText('20盒起拼');

  await page.goto('/zhzq');
  await expect(main(page).getByRole('article').first()).toContainText(/每套比单买省¥\d+\.\d{2}/);

  await page.goto('/hb');
  await expect(main(page)).toContainText(/实付满 ¥3,000\.00\s*返 ¥30\.00/);

  await page.goto('/welfare');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('94折专场');
  await expect(
    main(page)
      .getByRole('article')
      .filter({ hasText: /¥\d+\.\d{2}/ })
      .first(),
  ).toBeVisible();

  await page.goto('/jxqzc');
  await expect(main(page).getByRole('article').first()).toContainText(/近效期|压痕|褪色|拆封/);
});

test('each promotion of a goods is named on its page, and opens there', async ({ page, logIn }) => {
  await logIn();
  for (const [goods, label] of [
    [known.goodsSpecial, '特价'],
    [known.goodsFullReduction, '满500减30，满1000减80'],
    [known.goodsWithGift, '满60支/盒赠风油精'],
    [known.goodsWithAddOn, '满200元可换购'],
  ] as const) {
    await page.goto(`/list/info/${goods}`);
    await expect(page.getByRole('list', { name: '促销' }).getByRole('button', { name: label })).toBeVisible();
  }
});

test('the sessions of the day stand side by side, one of them open', async ({ page }) => {
  await page.goto('/ms');
  const sessions = page.getByRole('navigation', { name: '今天的场次' }).getByRole('link');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText('08:00');
  await expect(sessions.first()).toContainText(/\d+ 个商品$/);
  await expect(
    page.getByRole('navigation', { name: '活动' }).getByRole('link', { name: '秒杀', exact: true }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(
    page
      .getByRole('timer')
      .or(main(page).getByText(/已结束|^至 \d{4}/))
      .first(),
  ).toBeVisible();
  await sessions.last().click();
  await expect(page).toHaveURL(/\/ms\?session=\d+/);
  await expect(sessions.last()).toHaveAttribute('aria-current', 'page');
  // While it sells, the place of the button says so; before and after, that of the price.
  await expect(main(page).getByRole('article').first()).toContainText(/登录后可见|登录查看价格/);
  await expect(main(page)).not.toContainText('¥');
});

test('a flash price is asked for beyond its limit, in a dialog of 30%', async ({ page, context, logIn }) => {
  await logIn();
  await page.goto('/miaosha');
  const card = cardOf(page, known.goodsFlash);
  await card.scrollIntoViewIfNeeded();
  const box = card.getByRole('textbox', { name: /^购买数量/ });
  await box.fill('60');
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  await expect(dialog).toContainText('数量超过活动限购20，可原价购买');
  await expect(dialog).toContainText(/买60瓶：20×.+ = ¥/);
  expect((await dialog.boundingBox())?.width).toBeCloseTo(1440 * 0.3, -1);
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await expect(box).not.toHaveValue('60');
  await box.fill('60');
  await dialog.getByRole('button', { name: '只买20瓶' }).click();
  await expect(box).toHaveValue('20');
  await box.fill('60');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(card).toContainText(/前20瓶¥.+，其余¥/);
  await card.getByRole('button', { name: '加入购物车' }).click();
  await expect(page.getByText('已加入购物车').first()).toBeVisible();
  const { data } = await get<CartState>(context, '/api/cart/list');
  expect(data.map(({ type, goods_id, number }) => [type, goods_id, number])).toEqual([
    [1, known.goodsFlash, 60],
  ]);
});

test('a press beyond what the cart leaves of a limit is asked for', async ({ page, context, logIn }) => {
  await logIn();
  const line = { goods_id: known.goodsSpecial, number: 40 };
  await post(context, '/api/cart', { json: JSON.stringify({ lines: [line] }) });
  await page.goto(`/list/info/${known.goodsSpecial}`);
  const button = ownButton(page);
  const box = main(page)
    .locator('section[data-goods]')
    .getByRole('textbox', { name: /^购买数量/ });
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  const pieces = async () => (await get<CartState>(context, '/api/cart/list')).data[0]?.number;

  // 10 are left of the 50: nothing is added by a no, and the third button takes them alone.
  await box.fill('20');
  await button.click();
  await expect(dialog).toContainText('数量超过活动限购50，可原价购买');
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await pieces()).toBe(40);
  await button.click();
  await dialog.getByRole('button', { name: /^只买10/ }).click();
  await expect(box).toHaveValue('10');
  await expect(button).toContainText('50');
  await expect.poll(pieces).toBe(50);
  await expect(dialog).toBeHidden();

  // None is left: the box stays as it is.
  await button.click();
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(box).toHaveValue('10');
  expect(await pieces()).toBe(50);
  await button.click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(button).toContainText('60');
  // Who has agreed is not asked again.
  await button.click();
  await expect(button).toContainText('70');
  await expect.poll(pieces).toBe(70);
  await expect(dialog).toBeHidden();
});

test('twenty presses over a limit are one question and one purchase', async ({ page, context, logIn }) => {
  await logIn();
  await page.goto(`/list/info/${known.goodsSpecial}`);
  const button = ownButton(page);
  await expect(button).toBeEnabled();
  const box = main(page)
    .locator('section[data-goods]')
    .getByRole('textbox', { name: /^购买数量/ });
  const step = Number(await box.inputValue());
  const press = () =>
    button.evaluate((element: HTMLElement) => {
      for (let at = 0; at < 20; at++) element.click();
    });
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  // Twenty presses before an answer are one.
  const within = Math.floor(50 / step) * step;
  for (let pieces = step; pieces <= within; pieces += step) {
    await press();
    await expect(button).toContainText(`已有${pieces}`);
  }
  await press();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toContainText(`已有${within}`);
  await press();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(button).toContainText(`已有${within + step}`);
  await expect(dialog).toBeHidden();
  const pieces = async () => (await get<CartState>(context, '/api/cart/list')).data[0]?.number;
  await expect.poll(pieces).toBe(within + step);
});

test('a set goes into the cart whole, and the cart’s progress shows on the cashback page', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await page.goto('/zhzq');
  const set = main(page).getByRole('article').first();
  await set.getByRole('button', { name: '增加' }).click();
  await set.getByRole('button', { name: '整套加入购物车' }).click();
  await expect(page.getByText('已加入购物车').first()).toBeVisible();
  const cart = await get<CartState>(context, '/api/cart/list');
  expect(cart.data).toMatchObject([
    { type: 3, number: 2, combination: { id: known.activities.combination } },
  ]);
  await page.goto('/hb');
  await expect(main(page)).toContainText(`购物车选中商品实付 ¥${showYuan(cart.data[0]!.paid_amount ?? '')}`);
  await expect(main(page)).toContainText(/再买¥[\d,]+\.\d{2}返¥30\.00/);
});

test('a goods says why it costs what it does, opens its activity, and offers its specs', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await page.goto(`/list/info/${known.goodsWithLadder}`);
  // Rows of the same drug have the sign alone; the goods' own button says it in words.
  await page.getByRole('button', { name: '为什么是这个价' }).filter({ hasText: '为什么' }).click();
  const why = page.getByRole('dialog', { name: '为什么是这个价' });
  await expect(why).toContainText(/原价 ¥.+商品实付/);
  await expect(why).toContainText(/还能更省.*再买\d+盒，每盒降到¥.*省¥/);
  await why.getByRole('button', { name: '关闭' }).click();
  const ladder = page.getByRole('table', { name: '阶梯价' });
  await expect(ladder).toContainText(/差\d+盒享/);
  await main(page)
    .locator('section[data-goods]')
    .getByRole('textbox', { name: /^购买数量/ })
    .fill('50');
  await expect(ladder).toContainText('已享');

  await page.goto(`/list/info/${known.goodsFullReduction}`);
  await page.getByRole('button', { name: '满500减30，满1000减80' }).click();
  const activity = page.getByRole('dialog', { name: '满500减30，满1000减80' });
  expect((await activity.boundingBox())?.width).toBe(538);
  await expect(activity.getByRole('listitem').first()).toContainText(/¥\d+\.\d{2}/);
  await page.keyboard.press('Escape');
  await expect(activity).toBeHidden();

  await page.goto('/list?keywords=%E8%91%9B%E6%A0%B9');
  await page.getByRole('button', { name: '选择规格' }).first().click();
  const specs = page.getByRole('dialog', { name: '选择规格' });
  await expect(specs.getByRole('button', { name: '加入购物车' })).toHaveCount(2);
  await specs.getByRole('button', { name: '加入购物车' }).last().click();
  await expect(page.getByText('已加入购物车').first()).toBeVisible();
  expect((await get<CartState>(context, '/api/cart/list')).data).toHaveLength(1);
});

test('a group-buy is joined by its own button, never through the cart', async ({ page, context, logIn }) => {
  await logIn();
  await page.goto('/ptzq');
  await cardOf(page, known.goodsGroupBuy).getByRole('link', { name: '去拼团' }).click();
  await expect(page).toHaveURL(`/list/info-pt/${known.goodsGroupBuy}`);
  const box = page.getByRole('textbox', { name: /^参团数量/ });
  await expect(box).toHaveValue('20');
  await box.fill('35');
  await expect(box).toHaveValue('30');
  await page.getByRole('button', { name: '立即参团' }).click();
  await expect(page).toHaveURL(/\/cart\/step2\?ids=\d+/);
  await expect(main(page)).toContainText(/× ?30/);
  await expect(page.getByRole('link', { name: '返回拼团修改数量' })).toHaveAttribute(
    'href',
    `/list/info-pt/${known.goodsGroupBuy}`,
  );
  expect((await get<CartState>(context, '/api/cart/list')).data).toEqual([]);
});

test('nothing sticks out of the activity pages on a phone', async ({ page, context, logIn }) => {
  await logIn();
  await post(context, '/api/cart', { json: JSON.stringify({ lines: [{ goods_id: known.goodsPlain }] }) });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/miaosha', '/ms', '/ptzq', `/list/info-pt/${known.goodsGroupBuy}`, '/zhzq', '/hb']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(over, path).toBeLessThanOrEqual(0);
    if (path !== '/ms') continue;
    const cut = await page
      .getByRole('navigation', { name: '今天的场次' })
      .getByRole('link')
      .evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth).length);
    expect.soft(cut, 'cards whose words run over the border').toBe(0);
  }
});
