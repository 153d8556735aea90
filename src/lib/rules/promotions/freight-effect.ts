/** The effect of one more line on the freight of its merchant, in words. */
import { showYuan } from '../money/money.ts';
import type { QuotedFreight } from '../terms/quote-shape.ts';
import { gapText } from './freight.ts';

type Freight = Pick<QuotedFreight, 'amount' | 'freeGap' | 'gapSaving' | 'gapGoods'>;

/** Compares the merchant's freight without the line (null: nothing else is bought there) and with it. */
export function freightEffect(before: Pick<QuotedFreight, 'amount'> | null, after: Freight): string {
  const change = after.amount - (before?.amount ?? 0);
  if (after.amount === 0) return change < 0 ? `凑满免运费，省¥${showYuan(-change)}` : '已免运费';
  const more = gapText(after);
  const tail = more === null ? '' : `，${more}`;
  if (change === 0) return `运费不变${tail}`;
  return `运费${change > 0 ? '+' : '-'}¥${showYuan(Math.abs(change))}${tail}`;
}
