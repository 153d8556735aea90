/** How many pieces may be bought, and how a typed number is adjusted (rules 13, rules 4). */
import type { LineKind } from './asked.ts';
import type { GoodsTerms } from './terms.ts';

/** The bounds of a quantity spinner (rules 13). */
export type QuantityBounds = { min: number; max: number; step: number; disabled: boolean };

/** The part of the terms that bounds a quantity. */
export type QuantityTerms = Pick<
  GoodsTerms,
  | 'isBuyable'
  | 'stock'
  | 'packStep'
  | 'minQuantity'
  | 'limitQuantity'
  | 'limitUsed'
  | 'dayLimit'
  | 'dayUsed'
  | 'weekLimit'
  | 'weekUsed'
> & { groupBuy: Pick<NonNullable<GoodsTerms['groupBuy']>, 'minQuantity' | 'leftNumber'> | null };

export const atCapMessage = '已达最大购买量';

/** A larger number is a typo, whatever the stock. */
export const largestQuantity = 999_999;

/** The largest multiple of `step` that is not above `quantity`; 0 when there is no step. */
export function roundDownTo(quantity: number, step: number): number {
  return step > 0 ? Math.floor(quantity / step) * step : 0;
}

/** The smallest multiple of `step` that is not below `quantity`; `quantity` itself when there is no step. */
export function roundUpTo(quantity: number, step: number): number {
  return step > 0 ? Math.ceil(quantity / step) * step : quantity;
}

/** The pieces of the smallest purchase, whose price lists show: the least quantity in whole packs. */
export function leastPurchase(goods: Pick<GoodsTerms, 'minQuantity' | 'packStep'>): number {
  return roundUpTo(Math.max(goods.minQuantity, 1), goods.packStep);
}

/** Pieces that the hard limits (xg_number, a day, a week) still allow this buyer; Infinity without a limit. */
export function limitLeft(terms: QuantityTerms): number {
  const left = (limit: number, used: number) => (limit > 0 ? Math.max(0, limit - used) : Infinity);
  return Math.min(
    left(terms.limitQuantity, terms.limitUsed),
    left(terms.dayLimit, terms.dayUsed),
    left(terms.weekLimit, terms.weekUsed),
  );
}

/**
 * Bounds of the spinner (rules 13). A group-buy starts at its least quantity and ends at the lesser of stock
 * and left_number; everything else starts at the minimum purchase rounded up to the pack step and ends at the lesser
 * of stock and the hard limits. The maximum is rounded down to a step; a maximum below the minimum is not buyable.
 */
export function quantityBounds(terms: QuantityTerms, kind: LineKind = 'normal'): QuantityBounds {
  const step = terms.packStep;
  const groupBuy = kind === 'group_buy' ? terms.groupBuy : null;
  const min = groupBuy ? groupBuy.minQuantity : roundUpTo(Math.max(terms.minQuantity, 1), step);
  const cap = Math.min(terms.stock, groupBuy ? groupBuy.leftNumber : limitLeft(terms));
  const max = Math.max(0, roundDownTo(cap, step));
  return {
    min,
    max,
    step,
    disabled: !terms.isBuyable || step <= 0 || max < roundUpTo(min, step) || max === 0,
  };
}

/** Whole packs for the pieces of a purchase list: the next more, where stock and limits allow them, else the next less. */
function roundToPack(quantity: number, { step, max }: Pick<QuantityBounds, 'step' | 'max'>): number {
  const up = roundUpTo(quantity, step);
  return up <= max ? (step > 0 ? up : 0) : roundDownTo(quantity, step);
}

/** The message that a number was rounded to whole packs, or raised to the least quantity. */
export function packText(asked: number, value: number, { min, step }: QuantityBounds, unit: string): string {
  const least = asked < min ? `${roundUpTo(min, step)}${unit}起购` : `按${step}${unit}起订`;
  return `${least}，已调整为${value}${unit}`;
}

/** A settled number: `isRounded` when it differs from the requested one, and not because of the maximum. */
interface Settled {
  value: number;
  atCap: boolean;
  message: string | null;
  isRounded: boolean;
}

/**
 * The number of a quantity box after `input` (rules 4): whole packs, the next **less**, not above the maximum, not below
 * the minimum. `next` is one pack more, where the number was rounded down and one more may be bought; else null. At
 * the maximum the message 已达最大购买量 is shown; a disabled box has 0.
 */
export function settleBox(input: number, bounds: QuantityBounds): Settled & { next: number | null } {
  const { step, max } = bounds;
  const settled = settle(input, bounds, (asked) => roundDownTo(asked, step));
  const isDown = settled.isRounded && settled.value < input && settled.value + step <= max;
  return { ...settled, next: isDown ? settled.value + step : null };
}

/** The number of a row of a purchase list that was pasted or imported: at most one pack **more** than it asks for. */
export function settleQuantity(input: number, bounds: QuantityBounds): Settled {
  return settle(input, bounds, (asked) => roundToPack(asked, bounds));
}

function settle(input: number, bounds: QuantityBounds, pack: (asked: number) => number): Settled {
  if (bounds.disabled) return { value: 0, atCap: false, message: null, isRounded: false };
  const asked = Number.isFinite(input) ? input : bounds.min;
  const value = Math.min(bounds.max, Math.max(roundUpTo(bounds.min, bounds.step), pack(asked)));
  const atCap = value >= bounds.max;
  const isRounded = value !== asked && asked <= bounds.max;
  return { value, atCap, message: atCap ? atCapMessage : null, isRounded };
}

/**
 * The number when the part of `asked` beyond a promo's `left` pieces is not wanted: the most whole packs that all have
 * the promo price, never more than was requested or may be bought. `before` where that is not more.
 */
export function withinPromo(asked: number, before: number, left: number, bounds: QuantityBounds): number {
  const within = roundDownTo(Math.min(asked, left, bounds.max), bounds.step);
  return within >= bounds.min ? Math.max(before, within) : before;
}

export type ParsedQuantity = { ok: true; value: number } | { ok: false; message: string };

/**
 * Reads what a buyer typed or sent. Full-width digits count; everything that is not a whole number from 1 to
 * 999,999 is refused with a sentence. Packing and limits are left to `settleBox`.
 */
export function parseQuantity(input: string): ParsedQuantity {
  const text = input.normalize('NFKC').trim();
  if (text === '') return refuse('请输入购买数量');
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return refuse('购买数量只能填数字');
  const value = Number(text);
  if (value < 0) return refuse('购买数量不能为负数');
  if (!Number.isInteger(value)) return refuse('购买数量须为整数');
  if (value === 0) return refuse('购买数量至少为1');
  if (value > largestQuantity) return refuse(`购买数量不能超过${largestQuantity}`);
  return { ok: true, value };
}

function refuse(message: string): ParsedQuantity {
  return { ok: false, message };
}
