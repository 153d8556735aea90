/** Adding several goods of which some are in the cart already. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $cart } from '#lib/client/stores/cart/cart.ts';
import { $cartAction } from '#lib/client/stores/cart/cart-total.ts';
import { withoutDoubles } from '#lib/client/stores/cart/doubles.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
fakePage();

const holding = (...ids: number[]) =>
  ({
    timestamp: Date.now(),
    data: ids.map((id) => ({ id: id + 100, goods_id: id, number: 5 })),
  }) as unknown as CartState;
const lines = [1, 2, 3].map((goods_id) => ({ goods_id, number: 10 }));
const idsOf = (chosen: readonly { goods_id: number }[]) => chosen.map(({ goods_id }) => goods_id);

beforeEach(() => {
  $cart.set(null);
  $cartAction.set(false);
});

afterEach(() => {
  while ($dialog.get()) answerDialog(false);
});

test.each([
  ['none is there: nothing is asked', [9], null, [1, 2, 3]],
  ['wanted once more', [2], true, [1, 2, 3]],
  ['only what is not there', [2], false, [1, 3]],
  ['all are there, and none is wanted again', [1, 2, 3], false, []],
])('%s', async (_name, inCart, answer, expected) => {
  $cart.set(holding(...inCart));
  const chosen = withoutDoubles(lines);
  if (answer !== null) {
    await expect.poll(() => $dialog.get()?.text).toContain(`${inCart.length}种购物车已有`);
    answerDialog(answer);
  }
  expect(idsOf(await chosen)).toEqual(expected);
  expect($dialog.get()).toBeNull();
});

test('what the cart holds is asked for where this page does not know it, and an answer that fails stops nothing', async () => {
  const chosen = withoutDoubles(lines);
  const asked = await shop.next();
  expect(asked.line).toContain('/api/cart/list');
  asked.answer(500, null, '系统繁忙');
  expect(idsOf(await chosen)).toEqual([1, 2, 3]);
});
