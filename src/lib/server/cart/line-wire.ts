/** Lines of a cart, as sent. */
import { type CartGoods, type CartLineWire, cartGoods, cartLineWire } from '#lib/contract/cart/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { isBuyable } from '#lib/rules/goods/buy-state.ts';
import type { BuyState } from '#lib/rules/goods/buy-state-shape.ts';
import { formatYuan, inYuan } from '#lib/rules/money/money.ts';
import { basePrice, cardPrice } from '#lib/rules/promotions/pricing.ts';
import type { Quote, QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { OfferRow } from '../cache/own-facts-rows.ts';
import { goodsWire } from '../goods/wire.ts';
import type { LoadedOffers } from '../offers/loaded.ts';
import { lastFields, tagsOf } from '../offers/offers.ts';
import { type QuotedCart, quotedLines } from './quoted-cart.ts';
import type { CartLineRow } from './rows.ts';
import { lineWayOn } from './ways-on.ts';

/** The cart's lines on the wire, in their order; lines that may not show a price have none. */
export function linesOf(cart: QuotedCart): CartLineWire[] {
  const terms = new Map(cart.loaded.offers.goods.map((one) => [one.id, one]));
  const sets = new Map(cart.loaded.offers.combinations.map((one) => [one.id, one]));
  const gifts = giftsByLine(cart.quote);
  function goodsOf(id: number | null): CartGoods | null {
    const row = id === null ? undefined : cart.loaded.rows.get(id);
    const state = id === null ? undefined : cart.loaded.states.get(id);
    const found = id === null ? undefined : terms.get(id);
    if (!row || !state || !found) return null;
    const goods = cartGoodsOf(row, found, state, cart.loaded, cart.quote.at);
    return state.showsPrice ? goods : hidePrices(cartGoods, goods);
  }
  return quotedLines(cart).map(({ line, quoted }) => {
    const set =
      line.kind === 'combination' && line.activityId !== null ? sets.get(line.activityId) : undefined;
    const combination = set
      ? {
          id: set.id,
          name: set.name,
          parts: set.parts.flatMap((part) => {
            const goods = goodsOf(part.goodsId);
            return goods ? [{ goods, quantity: part.quantity }] : [];
          }),
        }
      : null;
    const ids = set ? set.parts.map((part) => part.goodsId) : line.goodsId === null ? [] : [line.goodsId];
    const made: CartLineWire = {
      ...lineOf(line, quoted, gifts.get(line.id) ?? 0),
      ...changeOf(line, quoted, terms.get(line.goodsId ?? 0), cart.quote.at),
      goods: goodsOf(line.goodsId),
      combination,
      refusal: refusalOf(cart, quoted, ids),
    };
    return ids.every((id) => cart.loaded.states.get(id)?.showsPrice) ? made : hidePrices(cartLineWire, made);
  });
}

function lineOf(
  line: CartLineRow,
  quoted: QuotedLine,
  gifts: number,
): Omit<CartLineWire, 'goods' | 'combination' | 'refusal'> {
  return {
    id: line.id,
    type: typeOf(line, quoted),
    goods_id: line.goodsId,
    activity_id: line.activityId,
    number: line.number,
    price: formatYuan(quoted.unitPrice),
    ...(quoted.segments.length > 1 && {
      price_segments: quoted.segments.map(({ quantity, unitPrice }) => ({
        number: quantity,
        price: formatYuan(unitPrice),
      })),
    }),
    ...inYuan({
      raw_price: quoted.originalPrice,
      line_amount: quoted.gross,
      paid_amount: quoted.paid,
      goods_manjian_amount: quoted.discounts.fullReduction,
    }),
    is_selected: quoted.counts ? 1 : 0,
    is_wanted: line.isSelected ? 1 : 0,
    gift_data: { total: gifts, type: gifts > 0 ? 1 : 0 },
    with_coupon: quoted.withCoupon ? 1 : 0,
  };
}

/** 1 while some of its pieces have the price of a flash sale: the line itself is then one. */
function typeOf({ kind }: CartLineRow, { segments }: QuotedLine): number {
  if (segments.some(({ rule }) => rule === 'flash')) return lineTypes.flash;
  return lineTypes[kind === 'flash' ? 'normal' : kind];
}

/** Price change of a piece since the line was added, by the same measure: one piece alone. */
function changeOf(
  { priceWhenAdded }: CartLineRow,
  { kind, unitPrice, refusal }: QuotedLine,
  terms: GoodsTerms | undefined,
  at: number,
): Pick<CartLineWire, 'price_change'> {
  // An unavailable item has no price at all.
  if (priceWhenAdded === null || refusal?.code === 'gone') return {};
  // Sets and add-ons cost the same at any number.
  const isPlain = terms !== undefined && (kind === 'normal' || kind === 'flash');
  const change = (isPlain ? cardPrice(terms, 1, at).unitPrice : unitPrice) - priceWhenAdded;
  if (change === 0) return {};
  return { price_change: formatYuan(change) };
}

function refusalOf(cart: QuotedCart, quoted: QuotedLine, goodsIds: readonly number[]) {
  const { refusal } = quoted;
  if (refusal === null) return null;
  // For a set the part that blocks it decides the next step.
  const id = goodsIds.find((one) => cart.loaded.states.get(one)?.code !== 'ok') ?? goodsIds[0];
  const row = id === undefined ? undefined : cart.loaded.rows.get(id);
  const state = id === undefined ? undefined : cart.loaded.states.get(id);
  return { ...refusal, door: row && state ? lineWayOn(refusal.code, row, state) : null };
}

function giftsByLine({ gifts }: Quote): Map<number, number> {
  const found = new Map<number, number>();
  for (const gift of gifts) {
    const first = gift.lineIds[0];
    if (first !== undefined) found.set(first, (found.get(first) ?? 0) + gift.quantity);
  }
  return found;
}

/** One item for the cart; amounts have still to be masked for callers who may not see them. */
function cartGoodsOf(
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
