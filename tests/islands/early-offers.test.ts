// @vitest-environment happy-dom
/** What the head's script writes into cards before their islands live. */
import { runInThisContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { earlyOffers } from '#islands/goods/early-offers.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();

const card = (id: number, face = '<div></div>') =>
  `<article data-goods="${id}"><p></p><astro-island ssr component-export="BuyRow">${face}</astro-island></article>`;

/** A page of such cards, for a buyer or not, and the script run in it. */
function open(ids: readonly number[], cards: string, isBuyer = true): void {
  if (isBuyer) document.documentElement.dataset.buyer = '';
  document.body.innerHTML = `<meta name="goods" content="${ids.join()}">${cards}`;
  runInThisContext(earlyOffers);
}

const early = () =>
  [...document.querySelectorAll<HTMLElement>('[data-early]')].map((words) => [
    words.parentElement?.dataset.goods,
    words.nextElementSibling?.localName,
    words.textContent,
  ]);

/** What the script waits for, and what follows from it at once. */
async function answered(): Promise<void> {
  await globalThis.earlyAnswer?.answer.catch(() => undefined);
  await Promise.resolve();
}

afterEach(() => {
  delete document.documentElement.dataset.buyer;
  globalThis.earlyAnswer = undefined;
});

test('the price of each, or why there is none, before the island; what is bought together waits', async () => {
  open([1, 2, 3, 4, 5], [1, 2, 3, 4].map((id) => card(id)).join('') + card(5, ''));
  const sent = await shop.next();
  expect(sent.line).toBe('GET /api/goods/offers?ids%5B%5D=1&ids%5B%5D=2&ids%5B%5D=3&ids%5B%5D=4&ids%5B%5D=5');
  sent.answer(200, [
    { id: 1, price: '8.18' },
    { id: 2, price: '1234567.00' },
    { id: 3, buy_state: { text: '超出<b>商家</b>销售区域' } },
    { id: 4, price: '5.00', activity_type: 1 },
    // Its card has not come to the room of its price yet.
    { id: 5, price: '6.00' },
  ]);
  await answered();
  expect(early()).toEqual([
    ['1', 'astro-island', '¥8.18'],
    ['2', 'astro-island', '¥1,234,567.00'],
    ['3', 'astro-island', '超出<b>商家</b>销售区域'],
  ]);
});

test.each([
  ['refused', 401, '{"code":401,"message":"请登录","data":null}'],
  ['no answer of the shop', 502, '<html></html>'],
])('%s: nothing', async (_what, status, body) => {
  open([1], card(1));
  (await shop.next()).answerRaw(status, 'text/html', body);
  await answered();
  expect(early()).toEqual([]);
});

test('a visitor’s page asks nothing', () => {
  open([1], card(1), false);
  expect(globalThis.earlyAnswer).toBeUndefined();
  expect(shop.left()).toBe(0);
});
