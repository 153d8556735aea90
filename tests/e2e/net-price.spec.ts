/** 到手单价 is one figure: among alternatives of a purchase list, in the cart, in a list and on the item's own page. */
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';

const pieces = 100;

test('a figure is the same in list, detail, alternatives and cart, and follows the cart', async ({
  page,
  context,
  logIn,
}) => {
  test.setTimeout(180_000);
  await logIn();
  const text = `阿莫西林胶囊 0.25g*24粒 珞珩 ${pieces}盒`;
  await page.goto('/zzfw/kjcg');
  await page.getByRole('textbox', { name: /每行一种/ }).fill(text);
  await page.getByRole('button', { name: '匹配商品' }).click();
  const row = page.getByRole('listitem', { name: text, exact: true });
  await row.getByRole('button', { name: `更换${text}的商家或商品` }).click();
  const label = await row.getByRole('radio', { checked: true }).getAttribute('aria-label');
  const figure = /到手单价([\d.]+)元/.exec(label ?? '')?.[1];
  expect(figure).toMatch(/^\d+\.\d{2}$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '加入购物车（1）' }).click();
  await expect.poll(async () => (await get<CartState>(context, '/api/cart/list')).data.length).toBe(1);

  await page.goto('/cart');
  await expect(page.getByRole('button', { name: `为什么是这个价，到手 ¥${figure}` })).toBeVisible();
  const { data } = await get<CartState>(context, '/api/cart/list');
  const [line] = data;
  const id = line?.goods_id ?? 0;

  // Out of the cart again it is told for the number in the box.
  await post(context, '/api/cart/batch-delete', { json: JSON.stringify({ ids: [line?.id] }) });
  await page.goto(`/list/info/${id}`);
  const detail = page.getByRole('main');
  await detail.locator('section[data-goods]').getByRole('textbox', { name: '购买数量' }).fill(`${pieces}`);
  await expect(detail).toContainText(`到手 ¥${figure}/盒（买${pieces}盒`);

  await page.goto('/search?keywords=阿莫西林胶囊 0.25g*24粒');
  const card = page.locator(`main [data-goods="${id}"]`);
  await card.getByRole('textbox', { name: '购买数量' }).fill(`${pieces}`);
  await expect(card).toContainText(`到手 ¥${figure}`);

  // What is added elsewhere of the same merchant is followed by what stands here.
  const [offer] = await get<Offer[]>(context, `/api/goods/offers?ids[]=${id}&number=${pieces}`);
  expect(offer?.net?.price).toBe(figure);
  await card.getByRole('button', { name: '加入购物车' }).click();
  await expect(page.getByText('已加入购物车').first()).toBeVisible();
  await expect(card).toContainText(`到手 ¥${figure}`);
});

test('offers of one drug stand by that figure for one number of pieces, the best is named', async ({
  page,
  logIn,
}) => {
  await logIn('demo');
  await page.goto('/list?keywords=阿莫西林');
  await page.getByRole('link', { name: '按品种' }).click();
  await expect(page).toHaveURL(/\/list\/drugs\?/);
  const group = page.getByRole('main').locator('details[open]').first();
  const best = group.getByText('到手最低');
  await expect(best.first()).toBeVisible();
  await expect(group.getByRole('columnheader')).toContainText([/商品/, /库存/, /买\d+/]);
  const texts = await group.locator('tbody tr').allInnerTexts();
  const figures = texts.flatMap((text) => /到手[ \n]*¥([\d.]+)/.exec(text)?.slice(1).map(Number) ?? []);
  expect(figures.length).toBeGreaterThan(1);
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
  expect(await best.filter({ visible: true }).count()).toBe(
    figures.filter((figure) => figure === figures[0]).length,
  );
});
