/** What every page knows of the cart: how much is in it. Light: the whole cart is `stores/cart.ts`. */
import { atom, map } from 'nanostores';

/** Lines in the cart, for the badge; undefined while unknown. */
export const $cartTotal = atom<number | undefined>(undefined);

/** Pieces in the cart by goods id, as far as this page has heard. */
export const $cartNumbers = map<Record<string, number>>({});

/** The action flag: the cart has changed in a way that a cart on the screen does not show yet. */
export const $cartAction = atom(false);
