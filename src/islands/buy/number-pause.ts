import { quantityDelay, typingDelay } from '#lib/contract/constants.ts';
import { type QuantityBounds, settleBox } from '#lib/rules/terms/quantity.ts';

/**
 * Milliseconds after which a number of a quantity box applies (rules 12). A typed number that the rules would change waits
 * longer: another figure may follow.
 */
export function pauseOf(asked: number, bounds: QuantityBounds, isTyped: boolean): number {
  return isTyped && settleBox(asked, bounds).value !== asked ? typingDelay : quantityDelay;
}
