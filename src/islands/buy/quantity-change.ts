/** What becomes of a number in the quantity box (rules 12 and 13). Pure: the hook beside it has the clock. */
import { pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import { quantityBounds, settleQuantity, withinPromo } from '#lib/rules/terms/quantity.ts';
import type { OverLimit } from '#lib/rules/terms/quote-shape.ts';
import type { EpochMs, GoodsTerms, LineKind } from '#lib/rules/terms/terms.ts';

export interface SettledChange {
  value: number;
  /** 已达最大购买量, when the buyer reached or asked for more than the most. */
  message: string | null;
  /** The question to ask before `value` holds; null when there is none. */
  question: OverLimit | null;
  /** What holds when the question is answered with 取消. */
  otherwise: number;
}

/**
 * Settles what was asked for: rounded down to a pack, not beyond the most, not below the least. A buyer who crosses a
 * promo's limit is asked once (`isAgreed`), and goes back to the last pack within it when they do not want that.
 */
export function settleChange(
  asked: number,
  before: number,
  terms: GoodsTerms,
  isAgreed: boolean,
  now: EpochMs,
  kind: LineKind = 'normal',
): SettledChange {
  const bounds = quantityBounds(terms, kind);
  const { value, atCap, message } = settleQuantity(asked, bounds);
  const isNews = asked > bounds.max || (atCap && value > before);
  // A group-buy has one price for all of it.
  const left = kind === 'group_buy' ? 0 : promoLeft(terms.promo, now);
  const isCrossing = value > left && before <= left && left > 0;
  const question = isCrossing && !isAgreed ? pricePieces(terms, value, left, now).overLimit : null;
  return {
    value,
    message: isNews ? message : null,
    question,
    otherwise: withinPromo(value, before, left, bounds),
  };
}

export interface SettledAdd {
  /** The question to ask before the number is added; null when there is none. */
  question: OverLimit | null;
  /** What could be added at the promo price alone; 0 when nothing could. */
  within: number;
}

/**
 * Settles the adding of a number to the `inCart` pieces that are in the cart already: what goes beyond the promo's
 * limit together is asked about like a number that does so alone. Where no piece has the promo price, none is shown
 * and no question is asked.
 */
export function settleAdd(
  number: number,
  inCart: number,
  terms: GoodsTerms,
  isAgreed: boolean,
  now: EpochMs,
): SettledAdd {
  const left = promoLeft(terms.promo, now);
  const isAsked = left > 0 && !isAgreed;
  const question = isAsked ? pricePieces(terms, inCart + number, left, now).overLimit : null;
  return { question, within: withinPromo(number, 0, left - inCart, quantityBounds(terms)) };
}
