/** Which orders of a trade depend on each other. */

/** Facts that link an order to others of its trade. */
export interface LinkedFacts {
  no: string;
  merchantId: number;
  /** Coupons that lower it. */
  couponIds: readonly number[];
}

/**
 * The other orders that were priced together with one: those of its merchant (full reductions, gifts, cashback and
 * freight count over all of a merchant's lines) and those that share a coupon, transitively. An unpaid order is
 * cancelled with them, or the rest would have a price that it does not earn alone (rules 4).
 */
export function linkedOrders<T extends LinkedFacts>(order: LinkedFacts, all: readonly T[]): T[] {
  const linked = new Map<string, T>();
  const open: LinkedFacts[] = [order];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const other of all) {
      if (other.no === order.no || linked.has(other.no) || !areLinked(one, other)) continue;
      linked.set(other.no, other);
      open.push(other);
    }
  }
  return all.filter(({ no }) => linked.has(no));
}

function areLinked(one: LinkedFacts, other: LinkedFacts): boolean {
  return one.merchantId === other.merchantId || other.couponIds.some((id) => one.couponIds.includes(id));
}

/**
 * The orders that have to be paid within the time of a flash sale: those with a flash price in them, and those that are
 * cancelled with them. All others have the time of any order.
 */
export function ordersInHaste<T extends LinkedFacts & { isFlash: boolean }>(orders: readonly T[]): T[] {
  const hasty = new Set<T>();
  for (const order of orders) {
    if (!order.isFlash || hasty.has(order)) continue;
    hasty.add(order);
    for (const linked of linkedOrders(order, orders)) hasty.add(linked);
  }
  return orders.filter((order) => hasty.has(order));
}
