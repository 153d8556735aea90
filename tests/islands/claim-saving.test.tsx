// @vitest-environment happy-dom
/** 领券再省: what coupons that nobody has claimed would save on the cart, and one press that claims them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClaimSaving } from '#islands/cart/ClaimSaving.tsx';
import { $cart, setCart } from '#lib/client/stores/cart/cart.ts';
import { $claimable, $isClaiming } from '#lib/client/stores/cart/claimable.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import { clearDocument, draw, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';
import { goods, now, offers } from '../rules/fixtures.ts';

const shop = shopServer();
domPage();

const day = 86_400_000;

/** A cart with 200.00 of one goods, ticked. */
function cartOf(over: Partial<CartState> = {}): CartState {
  return {
    timestamp: now,
    region: '420106',
    may_order: 1,
    offers: toWire(offers({ goods: [goods({ price: 1000 })] })),
    data: [{ id: 1, type: 0, goods_id: 1, activity_id: null, number: 20, is_wanted: 1, goods: { id: 1 } }],
    ...over,
  } as unknown as CartState;
}

const center = (over: object = {}) => ({
  id: 7,
  name: '满100减30',
  merchant_id: 0,
  state: 'open',
  amount: '100.00',
  value: '30.00',
  start_time: new Date(now - day).toISOString(),
  end_time: new Date(now + day).toISOString(),
  ...over,
});

const buttonOf = (place: ParentNode) => place.querySelector('button');

/** The button over a cart, when the coupon centre has answered with these. */
async function drawWith(list: object[], state = cartOf()): Promise<HTMLElement> {
  setCart(state);
  const place = await draw(<ClaimSaving state={state} />);
  const asked = await shop.next();
  expect(asked.line).toContain('GET /api/coupon-center');
  asked.answer(200, { list, total: list.length });
  await until(() => expect($claimable.get()).toHaveLength(list.length));
  return place;
}

/** Whatever came of it, coupons and cart are asked for anew: both answered. */
async function answerAgain(list: object[]): Promise<void> {
  for (let left = 2; left > 0; left--) {
    const again = await shop.next();
    if (again.line.includes('coupon-center')) again.answer(200, { list, total: list.length });
    else {
      expect(again.line).toContain('GET /api/cart/list');
      again.answer(200, cartOf());
    }
  }
  await until(() => expect($isClaiming.get()).toBe(false));
}

beforeEach(() => $claimable.set(null));

afterEach(async () => {
  await clearDocument();
  $cart.set(null);
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('says what it saves, claims by one press, and counts the cart anew', async () => {
  const place = await drawWith([center()]);
  await until(() => expect(buttonOf(place)?.textContent).toBe('领券再省¥30.00'));
  await press(buttonOf(place)!);
  const claimed = await shop.next();
  expect(claimed.line).toMatch(/^POST \/api\/coupon\/7\/claim/);
  claimed.answer(200, {});
  await until(() => expect($toasts.get().map(({ text }) => text)).toEqual(['已领1张券，再省¥30.00']));
  await answerAgain([]);
  await until(() => expect(buttonOf(place)).toBeNull());
});

test('a claim that is refused is said, and the button can be pressed again', async () => {
  const place = await drawWith([center()]);
  await until(() => expect(buttonOf(place)).not.toBeNull());
  await press(buttonOf(place)!);
  (await shop.next()).answer(409, null, '优惠券已领完');
  await until(() => expect($dialog.get()?.text).toBe('优惠券已领完'));
  expect($toasts.get()).toEqual([]);
  await answerAgain([center()]);
  expect(buttonOf(place)?.textContent).toBe('领券再省¥30.00');
});

test.each([
  ['a threshold that the cart does not reach', [center({ amount: '200.01' })], cartOf()],
  ['one that is claimed out', [center({ state: 'out' })], cartOf()],
  ["another merchant's", [center({ merchant_id: 99 })], cartOf()],
])('offers nothing for %s', async (_, list, state) => {
  setCart(state);
  const place = await draw(<ClaimSaving state={state} />);
  (await shop.next()).answer(200, { list, total: list.length });
  await until(() => expect($claimable.get()).not.toBeNull());
  expect(buttonOf(place)).toBeNull();
});

test('offers nothing to a person who may not order', async () => {
  const place = await drawWith([center()], cartOf({ may_order: 0 }));
  expect(buttonOf(place)).toBeNull();
});
