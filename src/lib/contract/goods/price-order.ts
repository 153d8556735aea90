/** Orders of a buyer's own list by price, the lowest first: by 到手单价, by 上次买价. */
export const priceOrders = ['net', 'last_price'] as const;
export type PriceOrder = (typeof priceOrders)[number];

export const priceOrderTexts: Record<PriceOrder, string> = { net: '到手单价', last_price: '上次买价' };

export function isPriceOrder(order: string): order is PriceOrder {
  return priceOrders.some((one) => one === order);
}
