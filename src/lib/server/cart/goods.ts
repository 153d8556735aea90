import type { CartGoods } from '#lib/contract/cart/calls.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';
import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { basePrice } from '#lib/rules/promotions/pricing.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';
import { goodsWire } from '../goods/wire.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import { lastFields, tagsOf } from '../offers/offers.ts';

/** One item for the cart; amounts have still to be masked for callers who may not see them. */
export function cartGoodsOf(
  row: OfferRow,
  terms: GoodsTerms,
  state: BuyState,
  loaded: LoadedOffers,
  now: number,
): CartGoods {
  const { goods, product, merchant } = row;
  const tags = tagsOf(terms, loaded, now);
  const { code, text, action, reason } = state;
  return {
    ...goodsWire(goods, product, merchant, terms.warehouseId, state.showsPrice),
    is_buy: isBuyable(state) ? 1 : 0,
    is_favorite: row.isFavorite ? 1 : 0,
    is_manjian: tags.some((tag) => tag.name === labelNames.full_reduction) ? 1 : 0,
    with_coupon: goods.withCoupon ? 1 : 0,
    is_free_shipping: goods.freeShippingNumber > 0 ? 1 : 0,
    free_shipping_number: goods.freeShippingNumber,
    ...(terms.rebate !== null && { rebate: formatYuan(terms.rebate) }),
    price: formatYuan(basePrice(terms).price),
    base_price: formatYuan(terms.price),
    ...(terms.marketPrice !== null && { market_price: formatYuan(terms.marketPrice) }),
    ...(row.bought && lastFields(row.bought)),
    is_cold_chain: goods.isColdChain ? 1 : 0,
    // An amount in a label (满500减30) is a price too.
    tags: tags.map(({ name, describe }) => ({ name, describe: state.showsPrice ? describe : '' })),
    buy_state: { code, text, action, reason },
  };
}
