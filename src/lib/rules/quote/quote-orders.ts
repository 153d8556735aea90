/** Splits a trade into its orders: one a merchant × warehouse × cold chain (rules 3). */
import { type Fen, shareOut } from '../money/money.ts';
import { ordersInHaste } from '../orders/order-links.ts';
import { must } from '../terms/must.ts';
import type { QuotedGift, QuotedGroup, QuotedOrder } from '../terms/quote-shape.ts';
import type { Id } from '../terms/terms.ts';
import type { WorkLine } from './quote-work.ts';

type Entry = { order: QuotedOrder; weight: Fen; coupons: Set<Id> };

/** Whether pieces of a line have the price of a flash sale. */
export function hasFlashPrice({ quoted }: Pick<WorkLine, 'quoted'>): boolean {
  return quoted.segments.some(({ rule }) => rule === 'flash');
}

/**
 * The orders of the lines that count, by merchant in the order of `groups`. A merchant's freight is charged once
 * and shared over its orders by their amounts after full reduction; a gift travels with the first line earning it.
 */
export function splitOrders(
  counting: readonly WorkLine[],
  groups: readonly QuotedGroup[],
  gifts: readonly QuotedGift[],
): QuotedOrder[] {
  const orders = new Map<string, Entry>();
  const ofLine = new Map<Id, QuotedOrder>();
  for (const line of counting) {
    const { quoted } = line;
    const key = `${quoted.merchantId}:${quoted.warehouseId}:${quoted.isColdChain}`;
    let entry = orders.get(key);
    if (!entry) {
      entry = { order: emptyOrder(line), weight: 0, coupons: new Set() };
      orders.set(key, entry);
    }
    const { order } = entry;
    entry.weight += line.reduced;
    order.lineIds.push(quoted.id);
    order.goodsAmount += quoted.gross;
    order.discount += quoted.gross - quoted.paid;
    order.pay += quoted.paid;
    order.isFlash ||= hasFlashPrice(line);
    for (const { rule, refId } of quoted.priceTrace)
      if (refId !== null && (rule === 'merchant_coupon' || rule === 'platform_coupon'))
        entry.coupons.add(refId);
    ofLine.set(quoted.id, order);
  }
  for (const gift of gifts) {
    const [first] = gift.lineIds;
    if (first !== undefined) ofLine.get(first)?.gifts.push(gift);
  }
  const facts = [...orders].map(([no, { order, coupons }]) => ({ ...order, no, couponIds: [...coupons] }));
  for (const { no } of ordersInHaste(facts)) must(orders.get(no), `order ${no}`).order.isInHaste = true;
  // By hand: Map.groupBy is younger than the browsers on many counters.
  const byMerchant = new Map<Id, Entry[]>();
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
    return shareOut(group.freight.amount, own, ({ weight }) => weight).map(([{ order }, shipping]) => {
      order.shipping = shipping;
      order.pay += order.shipping;
      return order;
    });
  });
}

function emptyOrder({ quoted }: WorkLine): QuotedOrder {
  return {
    merchantId: must(quoted.merchantId, 'merchant of a line that counts'),
    warehouseId: must(quoted.warehouseId, 'warehouse of a line that counts'),
    isColdChain: quoted.isColdChain,
    isFlash: false,
    isInHaste: false,
    lineIds: [],
    gifts: [],
    goodsAmount: 0,
    discount: 0,
    shipping: 0,
    pay: 0,
  };
}
