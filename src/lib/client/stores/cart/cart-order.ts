import { cartOrderCookie, cartPlacesCookie } from '#lib/contract/constants.ts';
import type { CartOrder } from '#lib/rules/purchase/cart-order.ts';
import { placesText } from '#lib/rules/purchase/cart-order.ts';

const day = 86_400;
const year = 365 * day;

/** Stores the buyer's sort order of the cart; in a cookie, so that the page is rendered in that order. */
export function rememberCartOrder(order: CartOrder): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser.
  document.cookie = `${cartOrderCookie}=${order}; path=/; max-age=${year}; samesite=lax`;
}

/** Stores the places of the cart's merchants for a day: a reload moves none. */
export function rememberCartPlaces(places: readonly number[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser.
  document.cookie = `${cartPlacesCookie}=${placesText(places)}; path=/cart; max-age=${day}; samesite=lax`;
}
