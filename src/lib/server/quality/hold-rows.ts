/** 质量待处理: paid orders that cannot be shipped because of a locked lot or a stop of sale. */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { order } from '../db/schema.ts';

/**
 * Over `order`: one of its unshipped pieces is of a stopped item, or has no lot while a lot of its item is locked. An
 * order with other lots ships as usual.
 */
export const isHeldForQuality = and(
  inArray(order.status, orderStatuses.filter(orderIs.shippable)),
  sql`exists (select 1 from order_line l join goods g on g.id = l.goods_id
    where l.order_no = ${order.no}
      and l.quantity + l.sent_refunded_quantity > l.shipped_quantity + l.refunded_quantity
      and (g.is_stopped or (
        exists (select 1 from lot where lot.goods_id = l.goods_id and lot.locked_at is not null and lot.on_hand > 0)
        and l.quantity - l.shipped_quantity - l.refunded_quantity + l.sent_refunded_quantity
          > coalesce((select sum(h.pieces) from line_lot h where h.order_line_id = l.id), 0))))`,
);

/** Number of such orders, and the payment time of the oldest. */
export async function countHeldForQuality(
  db: Db,
  within: number | null,
): Promise<{ count: number; since: Date | null }> {
  const since = sql<number | null>`(extract(epoch from min(${order.paidAt})) * 1000)::float8`;
  const [row] = await db
    .select({ count: count(), since })
    .from(order)
    .where(and(isHeldForQuality, within === null ? undefined : eq(order.merchantId, within)));
  const first = row?.since ?? null;
  return { count: row?.count ?? 0, since: first === null ? null : new Date(first) };
}

/** The same as a column: true for such an order. */
export const heldForQuality: SQL<boolean> = sql<boolean>`coalesce(${isHeldForQuality}, false)`;
