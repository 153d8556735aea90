/** Items that fill a gap of a cart up to an activity, a minimum or free shipping. */
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { activityGoods, goods, order, orderLine } from '../db/schema.ts';
import { isOffered } from '../db/shelf.ts';

/** The set of items to suggest from. */
export interface HintScope {
  /** The activity that they must be a subject of; null: any item of the merchant. */
  activityId: number | null;
  merchantId: number | null;
  /** Only items with or without the preferred mark; null: any. */
  isPreferred: boolean | null;
  /** Items that are in the cart already. */
  except: readonly number[];
}

/**
 * Items on sale that a company has bought most often (`times` > 0), then best sellers. The rules decide whether it may
 * buy them.
 */
export async function listHintCandidates(
  db: Db,
  companyId: number,
  { activityId, merchantId, isPreferred, except }: HintScope,
  limit: number,
  now: Date,
): Promise<{ id: number; times: number }[]> {
  const bought = db
    .select({ goodsId: orderLine.goodsId, times: sql<number>`count(*)::int`.as('times') })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .where(and(eq(order.companyId, companyId), gt(orderLine.paid, 0)))
    .groupBy(orderLine.goodsId)
    .as('bought');
  const subjects = db
    .select({ id: activityGoods.goodsId })
    .from(activityGoods)
    .where(and(eq(activityGoods.activityId, activityId ?? 0), eq(activityGoods.role, 'subject')));
  return db
    .select({ id: goods.id, times: sql<number>`coalesce(${bought.times}, 0)` })
    .from(goods)
    .leftJoin(bought, eq(bought.goodsId, goods.id))
    .where(
      and(
        isOffered(now),
        sql`${goods.stock} >= greatest(${goods.packStep}, ${goods.minQuantity})`,
        activityId === null ? undefined : inArray(goods.id, subjects),
        merchantId === null ? undefined : eq(goods.merchantId, merchantId),
        isPreferred === null ? undefined : eq(goods.isPreferred, isPreferred),
        except.length > 0 ? sql`not (${goods.id} = any(${sql.param([...except])}::int[]))` : undefined,
      ),
    )
    .orderBy(sql`coalesce(${bought.times}, 0) desc`, desc(goods.sales), asc(goods.id))
    .limit(limit);
}
