/** Adjusts a number in the quantity box (rules 12 and 13). Pure: the hook next to it has the clock. */
import { type LimitQuestion, limitQuestion } from '#lib/rules/promotions/limit-question.ts';
import { pricePieces, promoLeft } from '#lib/rules/promotions/pricing.ts';
import type { LineKind } from '#lib/rules/terms/asked.ts';
import { packText, quantityBounds, settleBox, withinPromo } from '#lib/rules/terms/quantity.ts';
import type { EpochMs, GoodsTerms } from '#lib/rules/terms/terms.ts';

export interface SettledChange {
  value: number;
  /** 已达最大购买量, when the buyer reached or exceeded the maximum; or that it was rounded to whole packs. */
  message: string | null;
  /** One pack more, where the number was rounded down to whole packs and that may be bought; else null. */
  next: number | null;
  /** The question before `value` applies; null when there is none. */
  question: LimitQuestion | null;
  /** A yes leads to the goods' own page: another activity may be had there. */
  isElsewhere: boolean;
  /** The number within the promo's limit, the third answer; `before` where there is none. */
  within: number;
}

/**
 * Adjusts the requested number: whole packs, not above the maximum, not below the minimum. A buyer who crosses a
 * promo's limit is asked once (`isAgreed`), and may take the last pack within it instead.
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
  const { value, atCap, message, isRounded, next } = settleBox(asked, bounds);
  const isNews = asked > bounds.max || (atCap && value > before);
  // A group-buy has one price for all of it.
  const left = kind === 'group_buy' ? 0 : promoLeft(terms.promo, now);
  const isCrossing = value > left && before <= left && left > 0;
  const within = withinPromo(value, before, left, bounds);
  const priced = pricePieces(terms, value, left, now);
  const question = isCrossing && !isAgreed ? priced.overLimit : null;
  return {
    value,
    message: isNews ? message : isRounded ? packText(asked, value, bounds, terms.unit) : null,
    next: isNews ? null : next,
    question:
      question && limitQuestion(question, priced.segments, within === before ? 0 : within, terms.unit),
    isElsewhere: question?.variant === 'other_activity',
    within,
  };
}

export interface SettledAdd {
  /** The question to ask before the number is added; null when there is none. */
  question: LimitQuestion | null;
  isElsewhere: boolean;
  /** What could be added at the promo price only; 0 for nothing. */
  within: number;
}

/**
 * Adjusts the number to add to the `inCart` pieces: a sum beyond the promo's limit is asked about like a single number
 * beyond it. Where no piece has the promo price, none is shown and no question is asked.
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
  const { segments, overLimit } = pricePieces(terms, inCart + number, left, now);
  const question = isAsked ? overLimit : null;
  const within = withinPromo(number, 0, left - inCart, quantityBounds(terms));
  return {
    question: question && limitQuestion(question, segments, within, terms.unit),
    isElsewhere: question?.variant === 'other_activity',
    within,
  };
}
