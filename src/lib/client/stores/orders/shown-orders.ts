import type { OrderList, OrderWire } from '#lib/contract/orders/order.ts';

export interface ShownOrders {
  orders: OrderList;
  /** Orders that are there and not shown. */
  further: number;
}

/**
 * The list after news: its orders in their current state, at their places. New orders wait until they are requested,
 * because otherwise the reader would lose the line, and press what has just moved under the pointer.
 */
export function keepInPlace(shown: OrderList, next: OrderList): ShownOrders {
  const known = new Set(shown.list.map(({ no }) => no));
  // Newest first: one that moved up from the page behind is older than the first.
  const newest = shown.list[0]?.created_at ?? '';
  const isNew = (order: OrderWire) => !known.has(order.no) && order.created_at > newest;
  const further = shown.page > 1 ? 0 : next.list.filter(isNew).length;
  if (further === 0 || shown.list.length === 0) return { orders: next, further: 0 };
  const found = new Map(next.list.map((order) => [order.no, order]));
  // Gone from above one that is still there: it left the list. Below, it may only be pushed off the page.
  const last = shown.list.findLastIndex(({ no }) => found.has(no));
  const list = shown.list.flatMap((order, at) => found.get(order.no) ?? (at < last ? [] : [order]));
  return { orders: { ...next, list }, further };
}
