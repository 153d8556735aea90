/** 质量待处理: paid orders that cannot go out because of a locked lot or a stop of sale. */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import type { Db } from '../db/client.ts';
import { order } from '../db/schema.ts';

/**
 * Over `order`: one of its pieces that are still to go out is of a goods that is stopped, or no lot is held for it while a
 * lot of its goods is locked. An order that holds other lots goes out as every other.
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

/** Such orders: how many, and since when the oldest of them is paid. */
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

/** Whether an order is one of them, as a column. */
export const heldForQuality: SQL<boolean> = sql<boolean>`coalesce(${isHeldForQuality}, false)`;
