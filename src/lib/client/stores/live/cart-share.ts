/** Badge and numbers of the cart in all tabs of a browser, at once. For a displayed cart: `cart-news.ts`. */
import { $cartAction, $cartNumbers, $cartTotal } from '../cart/cart-total.ts';

interface CartMessage {
  total: number | undefined;
  numbers: Record<string, number>;
  /** The sender added something that its own page does not show: a page that shows the cart loads it. */
  isAction: boolean;
}

const momentKey = 'cart-changed';

/** Notes that the cart has changed, for pages of this browser that are being loaded and receive no messages yet. */
export function markCartChanged(): void {
  localStorage.setItem(momentKey, String(Date.now()));
}

/**
 * Has a cart that was rendered before its last change loaded again: otherwise its lines would replace the newer ones
 * of the other tabs.
 */
export function findMissedChange(): void {
  if (Number(localStorage.getItem(momentKey)) > performance.timeOrigin) $cartAction.set(true);
}

/** Begins to exchange messages with other tabs, once a page. */
export function shareCart(): void {
  const channel = new BroadcastChannel('cart-total');
  let isTaking = false;
  let isAnnouncing = false;

  channel.onmessage = ({ data }: MessageEvent<CartMessage>) => {
    isTaking = true;
    $cartNumbers.set(data.numbers);
    if (data.total !== undefined) $cartTotal.set(data.total);
    isTaking = false;
    if (data.isAction) $cartAction.set(true);
  };
  $cartNumbers.listen(() => {
    if (isTaking || isAnnouncing) return;
    isAnnouncing = true;
    const isAction = $cartAction.get();
    // Several items of one form are sent together.
    queueMicrotask(() => {
      isAnnouncing = false;
      if (isAction) markCartChanged();
      channel.postMessage({
        total: $cartTotal.get(),
        numbers: $cartNumbers.get(),
        isAction,
      } satisfies CartMessage);
    });
  });
  findMissedChange();
}
