/** A lot of the merchant M01 that is locked for a doubt about its quality, and the order that waits for it. */
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { orderIs, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import { lockLot } from '../../../services/lots/lock.ts';
import type { Db } from '../../client.ts';
import { activityGoods, goods, lot, merchant, order, orderLine } from '../../schema.ts';

/**
 * Locks it by the desk's own call where none is locked yet; answers the goods, null where one is. It is of a goods that one
 * open order waits for and that stands in no activity.
 */
export async function seedQuality(db: Db, now: Date): Promise<number | null> {
  if ((await db.$count(lot, sql`${lot.lockedAt} is not null`)) > 0) return null;
  const inActivity = db
    .select({ one: sql`1` })
    .from(activityGoods)
    .where(eq(activityGoods.goodsId, goods.id));
  const [found] = await db
    .select({ id: goods.id, lotNo: goods.lotNo, merchantId: goods.merchantId })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .innerJoin(goods, eq(goods.id, orderLine.goodsId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(
      and(
        eq(merchant.code, 'M01'),
        inArray(order.status, orderStatuses.filter(orderIs.shippable)),
        notExists(inActivity),
      ),
    )
    .groupBy(goods.id)
    .orderBy(asc(sql`count(distinct ${order.no})`), asc(sql`sum(${orderLine.quantity})`), asc(goods.id))
    .limit(1);
  const { id: goodsId, lotNo, merchantId } = must(found, 'goods of M01 that an order waits for');
  const actor = { kind: 'merchant', name: 'shangjia', merchantId } as const;
  await lockLot(
    { db, now, actor, requestId: 'demo' },
    { goodsId, lotNo, reason: '验收时发现部分外包装受潮，等待质量复查' },
  );
  return goodsId;
}
