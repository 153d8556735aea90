/** The cart in the browser: changes are shown at once, and the server has the last word. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  $cart,
  $cartPending,
  changeNumber,
  deleteLines,
  loadCart,
  selectLines,
  setCart,
} from '#lib/client/stores/cart/cart.ts';
import { $later, bringBack, keepForLater } from '#lib/client/stores/cart/cart-later.ts';
import { $cartNumbers, $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { goods, now, offers } from '../rules/fixtures.ts';

const shop = shopServer();
fakePage();

/** A cart of goods 1 and 2, as far as the store looks at it. */
function cartOf(numbers: Record<number, number>): CartState {
  return {
    timestamp: now,
    region: '420106',
    offers: toWire(offers({ goods: [goods(), goods({ id: 2, price: 500 })] })),
    data: Object.entries(numbers).map(([id, number]) => ({
      id: Number(id),
      type: 0,
      goods_id: Number(id),
      activity_id: null,
      number,
      is_wanted: 1,
      goods: { id: Number(id) },
    })),
  } as unknown as CartState;
}

const shown = () => Object.fromEntries($cart.get()!.data.map(({ id, number }) => [id, number]));
const changeOf = (state: CartState) => ({
  count: state.data.length,
  lines: state.data.map(({ id, number }) => ({ id, number })),
  total: viewCart(state).total,
});

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  setCart(cartOf({ 1: 10, 2: 20 }));
});

afterEach(() => {
  vi.useRealTimers();
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('badge and numbers follow; goods that left count nothing', () => {
  expect([$cartTotal.get(), $cartNumbers.get()]).toEqual([2, { 1: 10, 2: 20 }]);
  setCart(cartOf({ 2: 30 }));
  expect([$cartTotal.get(), $cartNumbers.get()]).toEqual([1, { 1: 0, 2: 30 }]);
});

test('a number is shown before the answer, and stays when the server counts the same', async () => {
  const result = changeNumber(1, 15);
  expect([shown(), $cartPending.get()]).toEqual([{ 1: 15, 2: 20 }, 1]);
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/cart/1/edit number=15');
  sent.answer(200, changeOf(cartOf({ 1: 15, 2: 20 })));
  await result;
  expect([shown(), $cartPending.get()]).toEqual([{ 1: 15, 2: 20 }, 0]);
});

test('refused: the server’s cart counts', async () => {
  const result = changeNumber(1, 15);
  (await shop.next()).answer(403, null, '库存不足');
  const load = await shop.next();
  expect(load.line).toBe('GET /api/cart/list');
  load.answer(200, cartOf({ 1: 10, 2: 20 }));
  await result;
  expect([shown(), $dialog.get()?.text]).toEqual([{ 1: 10, 2: 20 }, '库存不足']);
});

test('a server that counts otherwise is asked once, after the last change', async () => {
  const results = [changeNumber(1, 15), changeNumber(2, 25)];
  // Its answer is older than what is shown: no reason to load.
  (await shop.next()).answer(200, changeOf(cartOf({ 1: 15, 2: 20 })));
  (await shop.next()).answer(200, changeOf(cartOf({ 1: 15, 2: 24 })));
  const load = await shop.next();
  load.answer(200, cartOf({ 1: 15, 2: 24 }));
  await Promise.all(results);
  expect([shown(), shop.left()]).toEqual([{ 1: 15, 2: 24 }, 0]);
});

test('a load that a change has overtaken is asked for again, and shows nothing older meanwhile', async () => {
  const loading = loadCart();
  const load = await shop.next();
  const result = changeNumber(1, 15);
  (await shop.next()).answer(200, changeOf(cartOf({ 1: 15, 2: 20 })));
  await result;
  load.answer(200, cartOf({ 1: 10, 2: 20 }));
  const again = await shop.next();
  expect([again.line, shown()]).toEqual(['GET /api/cart/list', { 1: 15, 2: 20 }]);
  again.answer(200, cartOf({ 1: 15, 2: 30 }));
  await loading;
  expect(shown()).toEqual({ 1: 15, 2: 30 });
});

test('a load that is answered while a change is on its way comes again behind it', async () => {
  const loading = loadCart();
  const load = await shop.next();
  const result = changeNumber(1, 15);
  const sent = await shop.next();
  load.answer(200, cartOf({ 1: 10, 2: 30 }));
  await loading;
  expect(shown()).toEqual({ 1: 15, 2: 20 });
  sent.answer(200, changeOf(cartOf({ 1: 15, 2: 20 })));
  (await shop.next()).answer(200, cartOf({ 1: 15, 2: 30 }));
  await result;
  expect([shown(), $cartPending.get()]).toEqual([{ 1: 15, 2: 30 }, 0]);
});

test('ticks are shown at once; many go in several forms', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => at + 1);
  const result = selectLines(ids, false);
  expect($cart.get()!.data.map(({ is_wanted }) => is_wanted)).toEqual([0, 0]);
  const answer = changeOf($cart.get()!);
  for (const count of [500, 1]) {
    const form = await shop.next();
    expect(form.line.match(/ids\[\]=/g)).toHaveLength(count);
    form.answer(200, answer);
  }
  await result;
});

test('deleting asks first; 取消 sends nothing', async () => {
  const result = deleteLines([1]);
  expect($dialog.get()?.text).toBe('确定删除这件商品吗?');
  answerDialog(false);
  await result;
  expect([shown(), shop.left()]).toEqual([{ 1: 10, 2: 20 }, 0]);
});

test('what was deleted leaves when the server says so, beside a change of another line', async () => {
  const gone = deleteLines([1]);
  answerDialog(true);
  const request = await shop.next();
  expect(shown(), 'not before').toEqual({ 1: 10, 2: 20 });
  const changed = changeNumber(2, 25);
  request.answer(200, {});
  await gone;
  expect(shown()).toEqual({ 2: 25 });
  (await shop.next()).answer(200, changeOf(cartOf({ 2: 25 })));
  await changed;
  expect(shown()).toEqual({ 2: 25 });
});

test('kept for later it leaves at once, and comes back when that is refused', async () => {
  $later.set(null);
  const result = keepForLater(1);
  expect(shown()).toEqual({ 2: 20 });
  (await shop.next()).answer(403, null, '稍后再买已满');
  (await shop.next()).answer(200, cartOf({ 1: 10, 2: 20 }));
  await result;
  expect([shown(), $later.get(), $toasts.get()]).toEqual([{ 1: 10, 2: 20 }, null, []]);
});

test('brought back it stands in the cart that the server sends', async () => {
  const result = bringBack(1);
  (await shop.next()).answer(200, { list: [] });
  (await shop.next()).answer(200, cartOf({ 1: 7, 2: 20 }));
  await result;
  expect([shown(), $later.get()]).toEqual([{ 1: 7, 2: 20 }, { list: [] }]);
});
