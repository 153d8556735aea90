import type { MallGoodsWire } from '#lib/contract/mall.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';

/** What so many pieces cost. */
export function totalOf(
  { points, money_amount }: Pick<MallGoodsWire, 'points' | 'money_amount'>,
  quantity: number,
) {
  return { points: points * quantity, money_amount: formatYuan(parseYuan(money_amount) * quantity) };
}
