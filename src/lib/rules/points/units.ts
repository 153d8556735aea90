/** How what the points mall offers is counted (rules 6): things by piece, coupons and vouchers by sheet, chances by draw. */
import { showCount } from '../money/money.ts';

const units = { thing: '件', coupon: '张', voucher: '张', chance: '次' } as const;
type CountedKind = keyof typeof units;

/** The unit of a kind: 件, 张 or 次. */
export function unitOf(kind: CountedKind): string {
  return units[kind];
}

/** So many of a kind with their unit: 1,200件, 3张, 2次. */
export function countText(kind: CountedKind, count: number): string {
  return `${showCount(count)}${units[kind]}`;
}
