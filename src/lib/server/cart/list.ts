/** The cart for its page. */

import { type CartLineWire, type CartState, cartState } from '#lib/contract/cart/calls.ts';
import { type CartFilter, cartFilters } from '#lib/contract/cart/inputs.ts';
import { cartListFilter } from '#lib/contract/constants.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { isOfPromotion } from '#lib/contract/offers/tags.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { findLackingInCart } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import { writtenTerms } from '../offers/shared-terms.ts';
import { linesOf } from './line-wire.ts';
import { isClosed, loadQuotedCart } from './quoted-cart.ts';
import { contractsOf, couponOf, manjiansOf, merchantsOf, shippingOf, totalsOf } from './wire.ts';

/**
 * `GET /api/cart/list`: the whole cart with its totals; `filters` narrows `data` only. A buyer who may see no price of
 * anything in it (a frozen or pending company) gets the lines and no amount at all.
 */
export async function listCart(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { filters: CartFilter } = { filters: cartListFilter },
): Promise<CartState> {
  const cart = await loadQuotedCart(db, account, { source: 'display' }, now);
  const mayOrder = roleMay(account.role, 'order');
  const lacking = mayOrder ? await findLackingInCart(db, account, cart, now) : [];
  const lines = linesOf(cart);
  const state: CartState = {
    data: lines.filter(filterTests[input.filters]),
    coupons: cart.quote.coupons.map(couponOf),
    shipping_data: shippingOf(cart.quote),
    activity_data: { manjians: manjiansOf(cart.quote) },
    filter_data: Object.entries(cartFilters).map(([id, name]) => ({
      id: Number(id),
      name,
      count: lines.filter(filterTests[Number(id) as CartFilter]).length,
    })),
    total: totalsOf(cart.quote),
    merchants: merchantsOf(cart),
    contracts: contractsOf(lacking),
    offers: {
      ...toWire({ ...cart.loaded.offers, goods: [] }),
      goods: cart.loaded.offers.goods.map(writtenTerms),
    },
    address_id: cart.address?.id ?? null,
    region: cart.address?.regionCode ?? null,
    may_order: mayOrder ? 1 : 0,
    timestamp: now.getTime(),
  };
  return isClosed(cart) ? hidePrices(cartState, state) : state;
}

const filterTests = {
  [cartListFilter]: () => true,
  1: (line) => line.refusal === null,
  2: (line) => line.type !== lineTypes.normal || (line.goods?.tags ?? []).some(isOfPromotion),
  3: (line) => line.refusal !== null,
  4: (line) => line.price_change?.startsWith('-') === true,
} satisfies Record<CartFilter, (line: CartLineWire) => boolean>;
