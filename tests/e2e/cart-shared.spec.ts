/** One cart everywhere: badge, cards, drawer and cart page, in every tab; and what the cart page can do besides. */
import type { BrowserContext, Page } from '@playwright/test';
import * as known from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { alive } from '#tests/support/alive.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { ownButton } from '#tests/support/goods-page.ts';

type Wanted = { goods_id: number; number?: number; type?: number };

async function fill(visitor: BrowserContext, lines: Wanted[]): Promise<CartState> {
  await post(visitor, '/api/cart', { json: JSON.stringify({ lines }) });
  return get(visitor, '/api/cart/list');
}

const rail = (page: Page) => page.getByRole('complementary', { name: '快捷工具' });
const drawer = (page: Page) => page.getByRole('region', { name: '购物车抽屉' });
/** The cart page, ready to be used. */
async function openCart(page: Page): Promise<void> {
  await page.goto('/cart');
  await alive(page);
}

const widthOf = async (page: Page) => (await rail(page).boundingBox())?.width;

test('a double press adds once, later ones lose nothing, and every tab knows at once', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await fill(context, [{ goods_id: known.goodsPlainSecond }]);
  const cart = await context.newPage();
  await cart.goto('/cart');
  await page.goto(`/list/info/${known.goodsPlain}`);
  const button = ownButton(page);
  await expect(button).toBeEnabled();
  for (const pieces of ['10', '20', '30']) {
    await button.dblclick();
    await expect(button).toContainText(`已有${pieces}`);
  }
  await expect(cart.getByRole('textbox', { name: /^布洛芬缓释胶囊数量/ })).toHaveValue('30');
  await expect(cart.getByRole('banner').getByRole('link', { name: /^购物车\s*2\s*种商品/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^购物车\s*2\s*种商品/ })).toBeVisible();

  const numberOf = async () =>
    (await get<CartState>(context, '/api/cart/list')).data.find((line) => line.goods_id === known.goodsPlain)
      ?.number;
  // Tabs show what was asked for at once; setting the number and adding to it are told apart by who comes last.
  await expect.poll(numberOf).toBe(30);

  // Back the other way: what the cart page changes stands on the goods' own page.
  await cart.getByRole('textbox', { name: /^布洛芬缓释胶囊数量/ }).fill('50');
  await expect(button).toContainText('50');
  await expect.poll(numberOf).toBe(50);

  // The page goes away before the answer has arrived.
  await button.evaluate((element: HTMLElement) => {
    for (let press = 0; press < 20; press++) element.click();
    location.assign('/help');
  });
  await expect(page).toHaveURL('/help');
  await expect.poll(numberOf).toBe(60);
});

test('the drawer opens by its button beside every page, and covers no cart', async ({
  page,
  context,
  logIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn();
  await fill(context, [{ goods_id: known.goodsPlain }, { goods_id: known.goodsPlainSecond }]);
  await openCart(page);
  await rail(page)
    .getByRole('button', { name: /^购物车/ })
    .click();
  await expect(drawer(page)).toBeHidden();
  await expect.poll(() => widthOf(page)).toBe(40);

  await page.goto(`/list/info/${known.goodsPlainElsewhere}`);
  await rail(page)
    .getByRole('button', { name: /^购物车/ })
    .click();
  await expect(drawer(page)).toBeFocused();
  await expect.poll(() => widthOf(page)).toBe(310);
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await ownButton(page).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(3);
  await drawer(page).getByRole('button', { name: /^移除/ }).first().click();
  const sure = page.getByRole('dialog').filter({ hasText: '确定删除这件商品吗?' });
  await sure.getByRole('button', { name: '取消' }).click();
  await expect(sure).toHaveCount(0);
  await expect(drawer(page).getByRole('listitem')).toHaveCount(3);
  await drawer(page).getByRole('button', { name: /^移除/ }).first().click();
  await sure.getByRole('button', { name: '确定' }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await drawer(page).getByRole('link', { name: /^消息/ }).click();
  await expect(page).toHaveURL('/zhzx/wdxx');
});

test('beside the cart it opens by itself where there is room, with what the cart has not', async ({
  page,
  context,
  logIn,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await logIn();
  await fill(context, [{ goods_id: known.goodsFullReduction }, { goods_id: known.goodsPlainSecond }]);
  await openCart(page);
  await expect(drawer(page)).toBeVisible();
  const covered = await page.evaluate(() => {
    const [main, rail] = ['main', '.rail'].map((one) => document.querySelector(one)!.getBoundingClientRect());
    return main!.right > rail!.left;
  });
  expect(covered).toBe(false);
  await expect(drawer(page).getByRole('heading', { name: '还差多少' })).toBeVisible();
  await drawer(page)
    .getByRole('button', { name: /去凑单$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /稍后再买$/ })
    .first()
    .click();
  await drawer(page)
    .getByRole('button', { name: /放回购物车$/ })
    .click();
  await expect(drawer(page).getByRole('button', { name: /放回购物车$/ })).toHaveCount(0);
  await drawer(page).getByRole('button', { name: '联系客服' }).click();
  await expect(drawer(page).getByRole('heading', { name: '在线客服' })).toBeVisible();
  await drawer(page).getByRole('button', { name: '看购物车' }).click();
  await expect(drawer(page).getByRole('heading', { name: '凑单和稍后再买' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(drawer(page)).toBeHidden();
});

test('on a tablet the drawer is a sheet from the bottom', async ({ page, context, logIn }) => {
  await page.setViewportSize({ width: 800, height: 844 });
  await logIn();
  await fill(context, [{ goods_id: known.goodsPlain }]);
  await page.goto('/zhzx/wdxx');
  await page.getByRole('button', { name: /^打开购物车/ }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);
  const bottom = async () => {
    const box = await drawer(page).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(bottom).toBe(844);
  await expect(drawer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^打开购物车/ })).toBeFocused();
});

test('a delete that fails is told after the question has gone', async ({
  page,
  context,
  logIn,
  expectStatus,
}) => {
  await logIn();
  const { data } = await fill(context, [
    { goods_id: known.goodsPlain },
    { goods_id: known.goodsPlainSecond },
  ]);
  await openCart(page);
  const [gone] = data;
  await page
    .getByRole('main')
    .getByRole('button', { name: `删除${gone!.goods!.name}`, exact: true })
    .click();
  await expect(page.getByText('确定删除这件商品吗?')).toBeVisible();
  // Meanwhile somebody else has deleted it.
  await post(context, '/api/cart/batch-delete', { form: `ids[]=${gone!.id}` });
  expectStatus(404, '/api/cart/batch-delete');
  await page.getByRole('button', { name: '确定', exact: true }).click();
  await expect(page.getByRole('dialog').filter({ hasText: '商品已不在购物车' })).toBeVisible();
});

test('fills gaps, adds on, keeps for later, claims and copies', async ({
  page,
  context,
  logIn,
  newVisitor,
  database,
}) => {
  // Another company becomes a store of this one, to copy the cart to.
  const [head, store] = [await logIn(), await logIn(undefined, await newVisitor())];
  const companyOf = (name: string) =>
    `(select company_id from member join "user" on id = user_id where username = ${name})`;
  await database.pool.query(`update company set head_id = ${companyOf('$1')} where id = ${companyOf('$2')}`, [
    head,
    store,
  ]);
  await fill(context, [
    { goods_id: known.goodsPlain, number: 10 },
    { goods_id: known.goodsWithAddOn, number: 300 },
    { goods_id: known.goodsFullReduction, number: 10 },
  ]);
  await openCart(page);
  const main = page.getByRole('main');

  await main.getByRole('button', { name: /^满500减30.*去凑单$/ }).click();
  const hint = page.getByRole('dialog', { name: '凑单推荐' });
  await expect(hint).toContainText(/再买¥[\d.]+/);
  // A company that has bought nothing is not told to spend more than it saves: it takes more of what it has.
  await expect(hint.getByRole('region', { name: '一起凑够' })).toHaveCount(0);
  const gap = Number(/再买¥([\d.]+)/.exec((await hint.textContent()) ?? '')?.[1]);
  await hint.getByRole('button', { name: '关闭' }).first().click();
  const each = (500 - gap) / 10;
  await fill(context, [{ goods_id: known.goodsFullReduction, number: Math.ceil(gap / each / 10) * 10 }]);
  await expect(main.getByRole('region', { name: '淮砚医药' }).getByText('已减 ¥30.00')).toBeVisible();

  await main.getByRole('list', { name: '可换购的商品' }).getByRole('button').first().click();
  await expect(main.getByText('换购价', { exact: true })).toBeVisible();

  await main.getByRole('button', { name: '布洛芬缓释胶囊稍后再买' }).click();
  const kept = main.getByRole('region', { name: /^稍后再买/ });
  await expect(kept).toContainText('布洛芬缓释胶囊');
  await expect(main.getByRole('button', { name: '删除布洛芬缓释胶囊' })).toHaveCount(0);
  await kept.getByRole('button', { name: /放回购物车/ }).click();
  await expect(main.getByRole('button', { name: '删除布洛芬缓释胶囊' })).toBeVisible();

  await main.getByRole('button', { name: '复制到门店' }).click();
  const copy = page.getByRole('dialog', { name: '复制到其他门店' });
  await expect(copy.getByRole('checkbox')).toBeChecked();
  await copy.getByRole('button', { name: /^复制\d+种商品/ }).click();
  await expect(copy).toContainText(/已复制\d+种/);
  await copy.getByRole('button', { name: '知道了' }).click();

  await main.getByRole('button', { name: '领优惠券' }).click();
  await expect(page.getByRole('dialog', { name: '领取优惠券' }).getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await main.getByRole('tab', { name: /^有促销/ }).click();
  await expect(main.getByRole('button', { name: '删除布洛芬缓释胶囊' })).toHaveCount(0);
  await main.getByRole('tab', { name: /^已降价/ }).click();
  await expect(main.getByText('没有符合条件的商品')).toBeVisible();
});
