/** Facts of the cart for every page. Small: the whole cart is `stores/cart.ts`. */
import { atom, map } from 'nanostores';

/** Lines in the cart, for the badge; undefined while unknown. */
export const $cartTotal = atom<number | undefined>(undefined);

/** Pieces in the cart by item id, as far as this page knows. */
export const $cartNumbers = map<Record<string, number>>({});

/** The action flag: the cart has changed, and a displayed cart does not show it yet. */
export const $cartAction = atom(false);
