/** What prevents a larger number, in words. */
import { limitLeft, type QuantityTerms } from './quantity.ts';

/**
 * The sentence for a hard limit: which one applies, its rest and when it resets. `left` is given by a caller that knows
 * of other lines that take from it.
 */
export function limitText(terms: QuantityTerms, left = limitLeft(terms), unit = ''): string {
  const limits = [
    { limit: terms.dayLimit, used: terms.dayUsed, name: '每日限购', reset: '明日0点恢复' },
    { limit: terms.weekLimit, used: terms.weekUsed, name: '每周限购', reset: '下周一0点恢复' },
    { limit: terms.limitQuantity, used: terms.limitUsed, name: '限购总数', reset: '可选购其他商家的同品' },
  ].filter(({ limit }) => limit > 0);
  const own = limitLeft(terms);
  // When several are equally tight the one that lasts longest is named: waiting for the others would not help.
  const binding = limits.findLast(({ limit, used }) => Math.max(0, limit - used) === own);
  if (!binding) return '不限购';
  const { limit, name, reset } = binding;
  return left > 0 ? `${name}${limit}，还可购买${left}${unit}，请减少数量` : `已达${name}${limit}，${reset}`;
}
