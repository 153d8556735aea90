/** A card says what its goods comes to, whole and to be seen, also where prices are long and the screen is narrow. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { goodsGroupBuy, goodsHerbal, goodsWithLadder } from '#demo/seed/known.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { get, post } from '#tests/support/calls.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { payByBalance, placedCart } from '#tests/support/placed.ts';
import { gotoSettled } from '#tests/support/settled.ts';
import { expectStill } from '#tests/support/shift.ts';

/** Above ¥200 a piece, and a coupon that can be claimed makes it less. */
const goodsDear = 16901;
const widths = [360, 390, 1024, 1440];

async function buyOnce(visitor: BrowserContext, ids: readonly number[]): Promise<void> {
  const lines = ids.map((id) => ({ goods_id: id, type: 0 }));
  await post(visitor, '/api/cart', { json: JSON.stringify({ lines }) });
  await payByBalance(visitor, await placedCart(visitor));
}

/** Opens the page of cards on which a goods stands. */
async function openCard(page: Page, id: number) {
  const { name } = await get<{ name: string }>(page.context(), `/api/goods/detail/${id}`);
  await gotoSettled(page, `/search?keywords=${encodeURIComponent(name)}`);
  return page.locator(`main [data-goods="${id}"]`);
}

/** Texts below the head of a card that are cut, covered by their box or beyond the card. */
function hiddenTexts(card: Locator): Promise<string[]> {
  return card.evaluate((article) => {
    const isCut = (text: Element) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      for (let box = text.parentElement; box && article.contains(box); box = box.parentElement) {
        const { overflowX, display } = getComputedStyle(box);
        if (display === 'contents' || (overflowX === 'visible' && box !== article)) continue;
        const room = box.getBoundingClientRect();
        if (left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1)
          return true;
      }
      return text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).display !== 'inline';
    };
    const texts = [...article.querySelectorAll('[data-facts] span:not(.sr-only)')];
    return texts.filter(isCut).map((text) => text.textContent);
  });
}

test('what a dear goods comes to, after claiming and the last time stand on its card, whole', async ({
  page,
  context,
  logIn,
}) => {
  await logIn();
  await buyOnce(context, [goodsDear, goodsWithLadder]);
  const [costly] = await get<Offer[]>(context, `/api/goods/offers?ids[]=${goodsDear}`);
  expect(Number(costly?.net?.price)).toBeGreaterThan(200);
  expect(costly?.net?.claim, 'a coupon that can be claimed').toBeDefined();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const card = await openCard(page, goodsDear);
    await expect(card).toContainText(/到手 ¥[\d.]+.*领券后 ¥[\d.]+上次 ¥[\d.]+/);
    expect.soft(await hiddenTexts(card), `hidden at ${width}`).toEqual([]);
    await expectStill(page, `cards at ${width} px`);
    const laddered = await openCard(page, goodsWithLadder);
    await expect(laddered).toContainText(/上次 ¥[\d.]+.*享¥[\d.]+/);
    expect.soft(await hiddenTexts(laddered), `hidden at ${width}`).toEqual([]);
  }
});

test('a card with a choice before it, of a group or of a spec, says what a piece comes to too', async ({
  page,
  logIn,
}) => {
  await logIn();
  const grouped = await openCard(page, goodsGroupBuy);
  await expect(grouped).toContainText(/单买 ¥[\d.]+.*单买到手 ¥[\d.]+/);
  expect.soft(await hiddenTexts(grouped)).toEqual([]);
  const specs = await openCard(page, goodsHerbal);
  await expect(specs.getByRole('button', { name: '选择规格' })).toBeVisible();
  await expect(specs).toContainText(/到手 ¥[\d.]+/);
  expect(await hiddenTexts(specs)).toEqual([]);
});
