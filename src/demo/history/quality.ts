/** A lot of the merchant M01 that is locked for a doubt about its quality, and where there is one the order that waits for it. */
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db } from '#lib/server/db/client.ts';
import { activityGoods, goods, lot, merchant, order, orderLine } from '#lib/server/db/schema.ts';
import { lockLot } from '#lib/server/lots/lock.ts';
import * as known from '../seed/known.ts';

/** Goods that have a part of their own in the demo stay for sale. */
const apart = Object.values(known).flatMap((one) => (typeof one === 'number' ? one : []));

/**
 * Locks it by the desk's own call where none is locked yet; returns the item, null where one is. It is of an ordinary
 * item, if there is one for which an order waits.
 */
export async function seedQuality(db: Db, now: Date): Promise<number | null> {
  if ((await db.$count(lot, sql`${lot.lockedAt} is not null`)) > 0) return null;
  const waits = sql<number>`count(distinct ${order.no})`;
  const [found] = await db
    .select({ id: goods.id, lotNo: goods.lotNo, merchantId: goods.merchantId })
    .from(goods)
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .leftJoin(activityGoods, eq(activityGoods.goodsId, goods.id))
    .leftJoin(orderLine, eq(orderLine.goodsId, goods.id))
    .leftJoin(
      order,
      and(eq(order.no, orderLine.orderNo), inArray(order.status, orderStatuses.filter(orderIs.shippable))),
    )
    .where(
      and(
        eq(merchant.code, 'M01'),
        gt(goods.stock, 0),
        isNull(activityGoods.id),
        notInArray(goods.id, apart),
      ),
    )
    .groupBy(goods.id)
    .orderBy(desc(sql`${waits} > 0`), asc(waits), desc(goods.id))
    .limit(1);
  const { id: goodsId, lotNo, merchantId } = must(found, 'ordinary goods of M01');
  const actor = { kind: 'merchant', name: 'shangjia', merchantId } as const;
  await lockLot(
    { db, now, actor, requestId: 'demo' },
    { goodsId, lotNo, reason: '验收时发现部分外包装受潮，等待质量复查' },
  );
  return goodsId;
}
