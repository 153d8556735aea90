// @vitest-environment happy-dom
/** Offers of one drug in a table: for one number of pieces, the cheapest first; who has fewer pieces comes last. */
import { expect, test } from 'vitest';
import { compareRows } from '#islands/goods/compare-rows.ts';
import { loadOffers } from '#lib/client/stores/goods/offers.ts';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

const row = (id: number) =>
  `<tr data-goods="${id}"><td><b data-cheapest hidden></b><b data-short hidden></b></td></tr>`;

const offer = (id: number, price: string, number: number, inCart = 0) => ({
  id,
  zbz: 1,
  qg_number: 1,
  cart_num: inCart,
  net: { price, number, freight: '0.00' },
});

/** The rows from above, with the tags that stand in them. */
function shown() {
  return [...document.querySelectorAll<HTMLElement>('tr')].map((one) => [
    Number(one.dataset.goods),
    one.querySelector('[data-cheapest]:not([hidden])') !== null,
    one.querySelector('[data-short]:not([hidden])')?.textContent ?? '',
  ]);
}

test('all that reach the number are sorted, the others follow and say how many they have', async () => {
  document.body.innerHTML = `<table data-compare="盒"><tbody>${[1, 2, 3, 4].map(row).join('')}</tbody></table>`;
  compareRows();
  const loading = loadOffers([1, 2, 3, 4]);
  (await shop.next()).answer(200, [
    offer(1, '9.00', 100, 100),
    offer(2, '2.00', 1),
    offer(3, '8.00', 1),
    { id: 4, buy_state: { text: '缺货' } },
  ]);
  await loading;
  // Each has another number of pieces so far: nothing is compared before the figures for 100 have come.
  const again = await shop.next();
  expect(again.line).toContain('number=100');
  expect(shown().map(([id]) => id)).toEqual([1, 2, 3, 4]);
  again.answer(200, [
    offer(1, '9.00', 100, 100),
    offer(2, '2.00', 40),
    offer(3, '7.00', 100),
    { id: 4, buy_state: { text: '缺货' } },
  ]);
  await expect.poll(() => shown().map(([id]) => id)).toEqual([3, 1, 2, 4]);
  expect(shown()).toEqual([
    [3, true, ''],
    [1, false, ''],
    [2, false, '最多40盒'],
    [4, false, ''],
  ]);
});
