/**
 * One cart in all tabs. Tabs of a browser share their state at once; changes of other browsers arrive as live events,
 * and a displayed cart is then loaded again.
 */
import type { CartState } from '#lib/contract/cart/calls.ts';
import { $cart, $cartPending, loadCart, takeShared } from '../cart/cart.ts';
import { $cartAction, $cartTotal } from '../cart/cart-total.ts';
import { markCartChanged } from './cart-share.ts';
import { onNews } from './events.ts';

/** News of this tab's own changes arrive within this time. */
const ownEchoMs = 1_500;

let followers = 0;
let stop: (() => void) | undefined;

/** Keeps $cart in step for the page that shows it, until the returned function is called. */
export function followCart(): () => void {
  followers += 1;
  stop ??= follow();
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.();
    stop = undefined;
  };
}

function follow(): () => void {
  const channel = new BroadcastChannel('cart');
  let taken: CartState | null = null;
  let lastOwn = 0;
  let announcing: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;

  function load(): void {
    isStale = false;
    $cartAction.set(false);
    if ($cartPending.get() > 0) return;
    loadCart().catch(() => undefined);
  }

  channel.onmessage = ({ data }: MessageEvent<CartState>) => {
    // While own changes are in progress this tab's state is newer; its next state goes to the others.
    if ($cartPending.get() > 0) return;
    taken = data;
    takeShared(data);
  };
  const stops = [
    $cart.listen((state) => {
      if (state === null || state === taken) return;
      lastOwn = Date.now();
      markCartChanged();
      clearTimeout(announcing);
      announcing = setTimeout(() => channel.postMessage(state), 30);
    }),
    $cartAction.subscribe((isSet) => {
      if (isSet) load();
    }),
    $cartTotal.listen((total) => {
      const shown = $cart.get()?.data.length;
      if (total !== undefined && shown !== undefined && total !== shown) load();
    }),
    onNews('cart', () => {
      if (Date.now() - lastOwn < ownEchoMs || $cartPending.get() > 0) return;
      if (document.visibilityState === 'visible') load();
      else isStale = true;
    }),
  ];
  function onSight(): void {
    if (isStale && document.visibilityState === 'visible') load();
  }
  document.addEventListener('visibilitychange', onSight);
  return () => {
    clearTimeout(announcing);
    channel.close();
    document.removeEventListener('visibilitychange', onSight);
    for (const one of stops) one();
  };
}
