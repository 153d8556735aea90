/** Rows of gifts in a quoted cart, which no line orders. */

import { listOfferRows, type OfferRow } from '../cache/own-facts-rows.ts';
import type { QuotedCart } from '../cart/quoted-cart.ts';
import type { Db, Tx } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';

/** Gifts that the cart has not loaded itself, by id. */
export async function loadGifts(
  db: Db | Tx,
  account: Account,
  cart: Omit<QuotedCart, 'address'>,
): Promise<Map<number, OfferRow>> {
  const ids = cart.quote.gifts.map((gift) => gift.goodsId).filter((id) => !cart.loaded.rows.has(id));
  if (ids.length === 0) return new Map();
  const rows = await listOfferRows(db, account, ids);
  return new Map(rows.map((row) => [row.goods.id, row]));
}
