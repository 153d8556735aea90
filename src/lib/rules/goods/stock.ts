/** What is left of a goods, and how that is said. */
import { leastPurchase } from '../terms/quantity.ts';
import type { BuyStateGoods } from './buy-state-shape.ts';

/** The specification's "lack" mark: the stock is below one pack. */
export function isLack(goods: Pick<BuyStateGoods, 'stock' | 'packStep'>): boolean {
  return goods.packStep <= 0 || goods.stock < goods.packStep;
}

/** What lists say where there is not enough for one purchase. */
export const lackLabel = '缺货';

/** What is left, for buyers: `120盒`, or 缺货 where that is not enough for the smallest purchase. */
export function stockLabel(
  goods: Pick<BuyStateGoods, 'stock' | 'packStep' | 'minQuantity'>,
  unit: string,
): string {
  return isLack(goods) || goods.stock < leastPurchase(goods) ? lackLabel : `${goods.stock}${unit}`;
}
