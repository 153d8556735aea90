/** The question before a number exceeds a promo's limit (rules 13), with the cost of either answer. */
import { formatYuan, showYuan } from '../money/money.ts';
import { priceNames } from '../terms/price-names.ts';
import type { OverLimit, PriceSegment } from '../terms/quote-shape.ts';

export interface LimitQuestion {
  text: string;
  confirm: string;
  cancel: string;
}

/**
 * `segments` are the pieces of the requested number, `within` the pieces when the rest is not wanted (0 = the number
 * stays unchanged). Where another activity may be available elsewhere the question is about that.
 */
export function limitQuestion(
  over: OverLimit,
  segments: readonly PriceSegment[],
  within: number,
  unit: string,
): LimitQuestion {
  const rest = segments.at(-1);
  if (over.variant === 'other_activity' || rest === undefined)
    return { text: over.text, confirm: '确定', cancel: '取消' };
  const pieces = segments.reduce((sum, { quantity }) => sum + quantity, 0);
  const gross = segments.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const sums = segments.map(({ quantity, unitPrice }) => `${quantity}×${formatYuan(unitPrice)}`).join(' + ');
  const name =
    rest.rule === 'member' || rest.rule === 'customer' ? `，超出部分按${priceNames[rest.rule]}` : '';
  return {
    text: `${over.text}。买${pieces}${unit}：${sums} = ¥${showYuan(gross)}${name}`,
    confirm: `买${pieces}${unit}`,
    cancel: within > 0 ? `只买${within}${unit}` : '取消',
  };
}
