import { cartOrderCookie } from '#lib/contract/constants.ts';
import type { CartOrder } from '#lib/rules/purchase/cart-order.ts';

const year = 365 * 86_400;

/** Stores the buyer's sort order of the cart; in a cookie, so that the page is rendered in that order. */
export function rememberCartOrder(order: CartOrder): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser.
  document.cookie = `${cartOrderCookie}=${order}; path=/; max-age=${year}; samesite=lax`;
}
