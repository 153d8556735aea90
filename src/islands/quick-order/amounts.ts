import { serverNow } from '#lib/client/clock.ts';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { Fen } from '#lib/rules/money/money.ts';
import { pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import { type QuantityBounds, quantityBounds } from '#lib/rules/terms/quantity.ts';
import type { PriceSegment } from '#lib/rules/terms/quote-shape.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';

/** The buyer's terms of an item; null for a buyer who may not see its price. */
export function termsOf(goods: GoodsItem): GoodsTerms | null {
  return goods.terms === undefined ? null : fromWire<GoodsTerms>(goods.terms);
}

export function boundsOf(goods: GoodsItem): QuantityBounds {
  const terms = termsOf(goods);
  return terms === null ? { min: 0, max: 0, step: 0, disabled: true } : quantityBounds(terms);
}

export interface Priced {
  segments: PriceSegment[];
  gross: Fen;
  /** Per piece, on average when the pieces have different prices. */
  each: Fen;
}

/**
 * The price of a quantity at a time (epoch milliseconds), before amounts that lines share; null for none, and where no
 * price may be seen.
 */
export function pricedAt(goods: GoodsItem, number: number, at: number): Priced | null {
  const terms = termsOf(goods);
  if (terms === null || number <= 0) return null;
  const { segments, gross } = pricePieces(terms, number, promoLeft(terms.promo, at), at);
  return { segments, gross, each: Math.round(gross / number) };
}

/** Current amount of a quantity, fen; null where no price may be seen. */
export function amountOf(goods: GoodsItem, number: number): Fen | null {
  return pricedAt(goods, number, serverNow())?.gross ?? null;
}
