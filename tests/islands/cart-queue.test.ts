/** Adding to the cart: quick presses, refusals, and pages that go away. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addToCart, piecesInCart } from '#lib/client/stores/cart/cart-queue.ts';
import { $cartAction, $cartNumbers, $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { AddedToCart } from '#lib/contract/cart/calls.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const page = fakePage();

const one = (goods_id: number, number?: number) => [
  { goods_id, ck_id: 1, type: 0, ...(number !== undefined && { number }) },
];

function added(total: number, numbers: Record<number, number>, refused: AddedToCart['refused'] = []) {
  const lines = Object.entries(numbers).map(([goods_id, number]) => ({ goods_id: Number(goods_id), number }));
  return { total, added: lines, refused };
}

/** The goods of a form in their order. */
const goodsOf = (line: string) => [...line.matchAll(/\[goods_id\]=(\d+)/g)].map(([, id]) => Number(id));

beforeEach(() => {
  $cartTotal.set(undefined);
  $cartNumbers.set({});
  $cartAction.set(false);
});

afterEach(() => {
  for (const { id } of $toasts.get()) closeToast(id);
});

test('quick presses behind the first go in one form, in their order', async () => {
  const results = [addToCart(one(1, 10)), addToCart(one(2, 20)), addToCart(one(1, 5))];
  const first = await shop.next();
  expect(goodsOf(first.line)).toEqual([1]);
  expect(piecesInCart({ id: 1, cart_num: 0 }), 'with what is on its way').toBe(15);
  first.answer(200, added(1, { 1: 10 }));
  const rest = await shop.next();
  expect(goodsOf(rest.line)).toEqual([2, 1]);
  expect(piecesInCart({ id: 1, cart_num: 0 })).toBe(15);
  rest.answer(200, added(2, { 1: 15, 2: 20 }));
  await Promise.all(results);
  expect([$cartTotal.get(), $cartNumbers.get(), $cartAction.get()]).toEqual([2, { 1: 15, 2: 20 }, true]);
  expect(piecesInCart({ id: 1, cart_num: 0 })).toBe(15);
});

test('the same press again before the answer is one, after it another', async () => {
  const results = [addToCart(one(1, 20)), addToCart(one(1, 20))];
  (await shop.next()).answer(200, added(1, { 1: 20 }));
  await Promise.all(results);
  expect([$cartNumbers.get(), shop.left()]).toEqual([{ 1: 20 }, 0]);
  const more = addToCart(one(1, 20));
  (await shop.next()).answer(200, added(1, { 1: 40 }));
  await more;
  expect($cartNumbers.get()).toEqual({ 1: 40 });
  // Refused together as well: both hear it.
  const refused = [addToCart(one(2, 1)), addToCart(one(2, 1))].map((adding) =>
    expect(adding).rejects.toMatchObject({ code: 411 }),
  );
  (await shop.next()).answer(411, null, '该商品缺货');
  await Promise.all(refused);
  expect(shop.left()).toBe(0);
});

test('a press without a number of its own goes alone', async () => {
  const results = [addToCart(one(1, 10)), addToCart(one(2, 1)), addToCart(one(3)), addToCart(one(4, 1))];
  const forms: number[][] = [];
  for (let at = 0; at < 4; at += 1) {
    const form = await shop.next();
    forms.push(goodsOf(form.line));
    form.answer(200, added(at + 1, {}));
  }
  await Promise.all(results);
  expect(forms).toEqual([[1], [2], [3], [4]]);
});

test('where the sum of presses is refused, each is asked for alone and hears its own answer', async () => {
  const first = addToCart(one(9, 1));
  const good = addToCart(one(1, 1));
  const bad = addToCart(one(2, 1));
  const refused = expect(bad).rejects.toMatchObject({ code: 403, message: '限购' });
  (await shop.next()).answer(200, added(1, { 9: 1 }));
  (await shop.next()).answer(200, added(2, { 1: 1 }, [{ goods_id: 2, reason: '限购' } as never]));
  const again = await shop.next();
  expect(goodsOf(again.line)).toEqual([2]);
  again.answer(403, { flag: 1 }, '限购');
  await Promise.all([first, good, refused]);
  expect($toasts.get(), 'told by who pressed, not twice').toEqual([]);
});

test('a whole form that is refused is asked for press by press', async () => {
  const first = addToCart(one(9, 1));
  const [a, b] = [addToCart(one(1, 1)), addToCart(one(2, 1))];
  const refused = expect(a).rejects.toMatchObject({ code: 411 });
  (await shop.next()).answer(200, added(1, { 9: 1 }));
  const both = await shop.next();
  expect(goodsOf(both.line)).toEqual([1, 2]);
  both.answer(422, null, '无效');
  const alone = await shop.next();
  expect(goodsOf(alone.line)).toEqual([1]);
  alone.answer(411, null, '该商品缺货');
  const other = await shop.next();
  expect(goodsOf(other.line)).toEqual([2]);
  other.answer(200, added(2, { 2: 1 }));
  await Promise.all([first, b, refused]);
});

test('a failure does not stop what waits', async () => {
  const first = addToCart(one(1));
  const failed = expect(first).rejects.toMatchObject({ code: 500 });
  const next = addToCart(one(2));
  (await shop.next()).answer(500);
  (await shop.next()).answer(200, added(1, { 2: 10 }));
  await Promise.all([failed, next]);
  expect($cartNumbers.get()).toEqual({ 2: 10 });
});

test('a page on its way elsewhere sends what waits beside what is on its way', async () => {
  const results = [addToCart(one(1, 1)), addToCart(one(2, 1))];
  const first = await shop.next();
  page.sendNotice('beforeunload');
  const rest = await shop.next();
  expect(goodsOf(rest.line)).toEqual([2]);
  const late = addToCart(one(3, 1));
  const third = await shop.next();
  expect(goodsOf(third.line), 'a press in the last moment').toEqual([3]);
  third.answer(200, added(3, { 3: 1 }));
  rest.answer(200, added(2, { 2: 1 }));
  first.answer(200, added(1, { 1: 1 }));
  await Promise.all([...results, late]);
});

test('a page that left hears of no failure: what it sent arrives all the same', async () => {
  const [a, b] = [addToCart(one(1, 1)), addToCart(one(2, 1))];
  const first = await shop.next();
  page.sendNotice('pagehide');
  const rest = await shop.next();
  first.req.socket.destroy();
  rest.req.socket.destroy();
  await Promise.all([a, b]);
  expect($cartAction.get(), 'whoever shows the cart loads it').toBe(true);
});
