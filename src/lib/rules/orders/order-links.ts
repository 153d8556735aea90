/** Which orders of a trade stand and fall together. */

/** What ties an order to others of its trade. */
export interface LinkedFacts {
  no: string;
  merchantId: number;
  /** Coupons that lower it. */
  couponIds: readonly number[];
}

/**
 * The other orders that were priced together with one: those of its merchant (full reductions, gifts, cashback and
 * freight count over all of a merchant's lines) and those that share a coupon, and what these are tied to in turn.
 * An unpaid order is cancelled with them, or the rest would keep a price that it does not earn alone (rules 4).
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
