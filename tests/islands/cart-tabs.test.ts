/** One cart in all tabs: what this tab tells the others, and what it takes from them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $cart, $cartPending } from '#lib/client/stores/cart/cart.ts';
import { $cartAction, $cartNumbers, $cartTotal } from '#lib/client/stores/cart/cart-total.ts';
import { followCart } from '#lib/client/stores/live/cart-news.ts';
import { findMissedChange, shareCart } from '#lib/client/stores/live/cart-share.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { fakePage } from '#tests/support/page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
fakePage();

const cartOf = (...ids: number[]): CartState =>
  ({
    timestamp: Date.now(),
    data: ids.map((id) => ({ id, goods_id: id, number: 10 })),
  }) as unknown as CartState;

/** Another tab of the browser on a channel. */
function otherTab(name: string): { received: unknown[]; says: (data: unknown) => void } {
  const channel = new BroadcastChannel(name);
  const received: unknown[] = [];
  channel.onmessage = (event) => received.push((event as MessageEvent).data);
  closing.push(() => channel.close());
  return { received, says: (data) => channel.postMessage(data) };
}

const closing: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('document', {
    cookie: 'yp_in=1',
    visibilityState: 'visible',
    addEventListener: () => {},
    removeEventListener: () => {},
  });
});

afterEach(() => {
  for (const close of closing.splice(0)) close();
  $cart.set(null);
  $cartPending.set(0);
  $cartAction.set(false);
});

test('a change of this tab is told once; what another tab tells is taken and not told back', async () => {
  const tab = otherTab('cart');
  closing.push(followCart());
  $cart.set(cartOf(1));
  const own = cartOf(1, 2);
  $cart.set(own);
  await expect.poll(() => tab.received).toEqual([own]);
  tab.says(cartOf(3));
  await expect.poll(() => $cart.get()?.data.map(({ id }) => id)).toEqual([3]);
  const next = cartOf(4);
  $cart.set(next);
  // Nothing between its own two.
  await expect.poll(() => tab.received).toEqual([own, next]);
});

test('while a change is on its way this tab knows better', async () => {
  const tab = otherTab('cart');
  closing.push(followCart());
  const own = cartOf(1);
  $cart.set(own);
  await expect.poll(() => tab.received).toEqual([own]);
  $cartPending.set(1);
  tab.says(cartOf(2));
  tab.says(cartOf(3));
  // Messages arrive in their order: when the mark is there, the two before it were heard.
  const mark = otherTab('mark');
  const marker = new BroadcastChannel('mark');
  closing.push(() => marker.close());
  marker.postMessage('end');
  await expect.poll(() => mark.received).toEqual(['end']);
  expect($cart.get()).toBe(own);
  $cartPending.set(0);
  tab.says(cartOf(4));
  await expect.poll(() => $cart.get()?.data.map(({ id }) => id)).toEqual([4]);
});

test('an action that the page does not show, or another count, loads the cart; two followers load it once', async () => {
  closing.push(followCart(), followCart());
  $cart.set(cartOf(1));
  $cartAction.set(true);
  (await shop.next()).answer(200, cartOf(1, 2));
  await expect.poll(() => $cart.get()?.data.length).toBe(2);
  expect($cartAction.get()).toBe(false);
  $cartTotal.set(3);
  (await shop.next()).answer(200, cartOf(1, 2, 3));
  await expect.poll(() => $cart.get()?.data.length).toBe(3);
  expect(shop.left()).toBe(0);
});

test('badge and numbers reach other tabs in one message, and are not sent back', async () => {
  const tab = otherTab('cart-total');
  shareCart();
  $cartTotal.set(2);
  $cartNumbers.set({ 1: 10 });
  $cartNumbers.setKey('2', 20);
  await expect.poll(() => tab.received).toEqual([{ total: 2, numbers: { 1: 10, 2: 20 }, isAction: false }]);
  tab.says({ total: 5, numbers: { 7: 1 }, isAction: true });
  await expect
    .poll(() => [$cartTotal.get(), $cartNumbers.get(), $cartAction.get()])
    .toEqual([5, { 7: 1 }, true]);
  $cartNumbers.setKey('7', 2);
  await expect.poll(() => tab.received.length).toBe(2);
  expect(tab.received[1]).toEqual({ total: 5, numbers: { 7: 2 }, isAction: true });
});

test('an item added by this tab leaves the moment for pages that are being loaded', async () => {
  $cartNumbers.set({ 1: 20 });
  await Promise.resolve();
  expect(localStorage.getItem('cart-changed')).toBeNull();
  $cartAction.set(true);
  $cartNumbers.setKey('1', 30);
  await expect
    .poll(() => Number(localStorage.getItem('cart-changed')))
    .toBeGreaterThan(performance.timeOrigin);
});

test('a cart that was rendered before another tab changed it is loaded again', async () => {
  localStorage.setItem('cart-changed', String(performance.timeOrigin - 1));
  findMissedChange();
  expect($cartAction.get()).toBe(false);
  localStorage.setItem('cart-changed', String(performance.timeOrigin + 1));
  $cart.set(cartOf(1));
  closing.push(followCart());
  findMissedChange();
  (await shop.next()).answer(200, cartOf(1, 2));
  await expect.poll(() => $cart.get()?.data.length).toBe(2);
});
