import { showYuan } from '#lib/rules/money/money.ts';
import type { QuotedCoupon } from '#lib/rules/terms/quote-shape.ts';

type Seen = Pick<QuotedCoupon, 'isChosen' | 'isUsable' | 'saving' | 'gap'>;

/** The coupons of a cart in a line: what they take off, or how many lack amount and how many something else. */
export function couponsText(coupons: readonly Seen[]): string {
  if (coupons.length === 0) return '还没有可用的券';
  const chosen = coupons.filter(({ isChosen }) => isChosen);
  const saved = chosen.reduce((sum, { saving }) => sum + saving, 0);
  if (chosen.length > 0) return `已用${chosen.length}张，共减 ¥${showYuan(saved)}`;
  const usable = coupons.filter(({ isUsable }) => isUsable).length;
  const short = coupons.filter(({ isUsable, gap }) => !isUsable && gap > 0).length;
  const barred = coupons.length - usable - short;
  const counts = [
    usable > 0 && `${usable}张可用`,
    short > 0 && `${short}张未达使用门槛`,
    barred > 0 && `${barred}张暂不可用`,
  ];
  return `有${counts.filter(Boolean).join('，')}`;
}
