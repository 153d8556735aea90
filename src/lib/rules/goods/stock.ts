/** The remaining stock of an item, and its text. */
import { leastPurchase } from '../terms/quantity.ts';
import type { BuyStateGoods } from './buy-state-shape.ts';

/** The specification's "lack" mark: the stock is below one pack. */
export function isLack(goods: Pick<BuyStateGoods, 'stock' | 'packStep'>): boolean {
  return goods.packStep <= 0 || goods.stock < goods.packStep;
}

/** The label in lists where stock does not cover one purchase. */
export const lackLabel = '缺货';

/** The remaining stock for buyers: `120盒`, or 缺货 where that does not cover the smallest purchase. */
export function stockLabel(
  goods: Pick<BuyStateGoods, 'stock' | 'packStep' | 'minQuantity'>,
  unit: string,
): string {
  return isLack(goods) || goods.stock < leastPurchase(goods) ? lackLabel : `${goods.stock}${unit}`;
}
