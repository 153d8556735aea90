import { showYuan } from '#lib/rules/money/money.ts';
import type { QuotedCoupon, QuotedVoucher } from '#lib/rules/terms/quote-shape.ts';

type Seen = Pick<QuotedCoupon, 'isChosen' | 'isUsable' | 'saving' | 'gap'>;

/**
 * The coupons and cash vouchers of a cart in a line: what they take off, or how many lack amount and how many something
 * else. Vouchers are those that pay something now.
 */
export function couponsText(
  coupons: readonly Seen[],
  vouchers: readonly Pick<QuotedVoucher, 'used'>[] = [],
): string {
  const chosen = coupons.filter(({ isChosen }) => isChosen);
  const spent = vouchers.filter(({ used }) => used > 0);
  const number = chosen.length + spent.length;
  if (number > 0) {
    const saved = chosen.reduce((sum, { saving }) => sum + saving, 0);
    const paid = spent.reduce((sum, { used }) => sum + used, 0);
    const vouchersOf = spent.length === 0 ? '' : `（含现金券${spent.length}张）`;
    return `已用${number}张${vouchersOf}，共减 ¥${showYuan(saved + paid)}`;
  }
  if (coupons.length === 0) return '还没有可用的券';
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
