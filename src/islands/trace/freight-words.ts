import { showYuan } from '#lib/rules/money/money.ts';
import type { AddedFreight } from '#lib/rules/quote/net-lines.ts';

/** What of the merchant's freight is in a 到手单价, in words. */
export function freightWords({ freight, others }: AddedFreight): string {
  if (freight > 0) return `含运费¥${showYuan(freight)}`;
  if (others > 0) return `运费另计：同商家其他商品已付¥${showYuan(others)}`;
  return '免运费';
}
