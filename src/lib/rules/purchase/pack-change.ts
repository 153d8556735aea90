/** The number of a purchase list in whole packs: up, for somebody needs that many. */
import { type QuantityBounds, roundUpTo } from '../terms/quantity.ts';

/** Pieces in whole packs: not below the least purchase, not above what may be bought; 0 where nothing may. */
export function packsFor(asked: number, bounds: QuantityBounds): number {
  if (bounds.disabled) return 0;
  const least = roundUpTo(bounds.min, bounds.step);
  return Math.min(bounds.max, Math.max(least, roundUpTo(asked, bounds.step)));
}

/**
 * How much a change weighs. note: up by one pack at most and by half at most, which is told and not asked · packing: it is
 * asked about · quantity: twice as many or half as many, which each person looks at by itself.
 */
export function changeKind(asked: number, number: number, step: number): 'note' | 'packing' | 'quantity' {
  if (number > asked && number - asked < Math.max(step, 1) && number <= asked * 1.5) return 'note';
  return number >= 2 * asked || number * 2 <= asked ? 'quantity' : 'packing';
}
