/** The question before a number exceeds a promo's limit (rules 13), with the cost of the number below it. */
import { formatYuan, showYuan } from '../money/money.ts';
import { priceNames } from '../terms/price-names.ts';
import type { OverLimit, PriceSegment } from '../terms/quote-shape.ts';

export interface LimitQuestion {
  /** The specification's sentence, word for word. */
  text: string;
  /** What the requested number costs, below it; empty where another activity may be had. */
  note: string;
  confirm: '确定';
  cancel: '取消';
  /** A third answer: the pieces within the limit alone; null where there are none. */
  other: string | null;
}

/**
 * `segments` are the pieces of the requested number, `within` the pieces when the rest is not wanted (0 = there is no
 * such number). Where another activity may be available elsewhere the question is about that.
 */
export function limitQuestion(
  over: OverLimit,
  segments: readonly PriceSegment[],
  within: number,
  unit: string,
): LimitQuestion {
  const question = { text: over.text, note: '', confirm: '确定', cancel: '取消', other: null } as const;
  const rest = segments.at(-1);
  if (over.variant === 'other_activity' || rest === undefined) return question;
  const pieces = segments.reduce((sum, { quantity }) => sum + quantity, 0);
  const gross = segments.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const sums = segments.map(({ quantity, unitPrice }) => `${quantity}×${formatYuan(unitPrice)}`).join(' + ');
  const name =
    rest.rule === 'member' || rest.rule === 'customer' ? `，超出部分按${priceNames[rest.rule]}` : '';
  return {
    ...question,
    note: `买${pieces}${unit}：${sums} = ¥${showYuan(gross)}${name}`,
    other: within > 0 ? `只买${within}${unit}` : null,
  };
}
