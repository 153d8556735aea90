// @vitest-environment happy-dom
/** 去结算: the way on waits for the last change, and is not lost to what the page still has to load. */
import { afterEach, expect, test } from 'vitest';
import { GoOn } from '#islands/cart/GoOn.tsx';
import { $cartPending } from '#lib/client/stores/cart/cart.ts';
import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { clearDocument, draw, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';

const went = domPage();
const state = { may_order: 1, offers: {}, data: [], merchants: [] } as unknown as CartState;
const view = { quote: { groups: [] } } as unknown as CartView;

function showPage(persisted: boolean): void {
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

/** Pressed while a change of the cart is on its way. */
async function pressed(): Promise<HTMLButtonElement> {
  $cartPending.set(1);
  const place = await draw(<GoOn state={state} view={view} count={1} />);
  const button = place.querySelector('button')!;
  await press(button);
  return button;
}

afterEach(async () => {
  await clearDocument();
  $cartPending.set(0);
});

test('pressed before the page has loaded it goes on as soon as the change has arrived', async () => {
  await pressed();
  showPage(false);
  expect(went).toEqual([]);
  $cartPending.set(0);
  await until(() => expect(went).toEqual(['/cart/step2']));
});

test('back by the browser’s button nothing goes on by itself', async () => {
  const button = await pressed();
  expect(button.getAttribute('aria-busy')).toBe('true');
  showPage(true);
  await until(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  $cartPending.set(0);
  await until(() => expect($cartPending.get()).toBe(0));
  expect(went).toEqual([]);
});
