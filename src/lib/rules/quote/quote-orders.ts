/** Splits a trade into its orders: one a merchant × warehouse × cold chain (rules 3). */
import { allocate, type Fen } from '../money/money.ts';
import type { QuotedGift, QuotedGroup, QuotedOrder } from '../terms/quote-shape.ts';
import type { Id } from '../terms/terms.ts';
import type { WorkLine } from './quote-work.ts';

/**
 * The orders of the lines that count, by merchant in the order of `groups`. A merchant's freight is charged once
 * and shared over its orders by their amounts after full reduction; a gift travels with the first line earning it.
 */
export function splitOrders(
  counting: readonly WorkLine[],
  groups: readonly QuotedGroup[],
  gifts: readonly QuotedGift[],
  reduced: ReadonlyMap<WorkLine, Fen>,
): QuotedOrder[] {
  const orders = new Map<string, { order: QuotedOrder; weight: Fen }>();
  const ofLine = new Map<Id, QuotedOrder>();
  for (const line of counting) {
    const { quoted } = line;
    const key = `${quoted.merchantId}:${quoted.warehouseId}:${quoted.isColdChain}`;
    let entry = orders.get(key);
    if (!entry) {
      entry = { order: emptyOrder(line), weight: 0 };
      orders.set(key, entry);
    }
    const { order } = entry;
    entry.weight += reduced.get(line)!;
    order.lineIds.push(quoted.id);
    order.goodsAmount += quoted.gross;
    order.discount += quoted.gross - quoted.paid;
    order.pay += quoted.paid;
    order.isFlash ||= quoted.segments.some((segment) => segment.rule === 'flash');
    ofLine.set(quoted.id, order);
  }
  for (const gift of gifts) ofLine.get(gift.lineIds[0]!)?.gifts.push(gift);
  // By hand: Map.groupBy is younger than the browsers on many counters.
  const byMerchant = new Map<Id, { order: QuotedOrder; weight: Fen }[]>();
  for (const entry of orders.values()) {
    const own = byMerchant.get(entry.order.merchantId);
    if (own) own.push(entry);
    else byMerchant.set(entry.order.merchantId, [entry]);
  }
  return groups.flatMap((group) => {
    const own = (byMerchant.get(group.merchantId) ?? []).sort(
      (a, b) =>
        a.order.warehouseId - b.order.warehouseId ||
        Number(a.order.isColdChain) - Number(b.order.isColdChain),
    );
    const shares = allocate(
      group.freight.amount,
      own.map((entry) => entry.weight),
    );
    return own.map(({ order }, i) => {
      order.shipping = shares[i]!;
      order.pay += order.shipping;
      return order;
    });
  });
}

function emptyOrder({ quoted }: WorkLine): QuotedOrder {
  return {
    merchantId: quoted.merchantId!,
    warehouseId: quoted.warehouseId!,
    isColdChain: quoted.isColdChain,
    isFlash: false,
    lineIds: [],
    gifts: [],
    goodsAmount: 0,
    discount: 0,
    shipping: 0,
    pay: 0,
  };
}
