import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { withRightConfig } from '../db/activity-config.ts';
import type { Db } from '../db/client.ts';
import { activity, activityGoods, goods } from '../db/schema.ts';
import { isOffered } from '../db/shelf.ts';

function runsAt(now: Date) {
  return and(eq(activity.isOpen, true), lte(activity.startsAt, now), gt(activity.endsAt, now));
}

/** Kinds of activities that each merchant runs at `now`; the platform's own activities have no merchant. */
export async function listMerchantActivities(
  db: Db,
  now: Date,
  kinds: readonly ActivityKind[],
): Promise<Map<number | null, Set<ActivityKind>>> {
  const running = await db
    .select({
      id: activity.id,
      merchantId: activity.merchantId,
      kind: activity.kind,
      config: activity.config,
    })
    .from(activity)
    .where(and(runsAt(now), inArray(activity.kind, [...kinds]), isNotNull(activity.merchantId)))
    .orderBy(asc(activity.kind));
  const byMerchant = Map.groupBy(withRightConfig(running), ({ merchantId }) => merchantId);
  return new Map([...byMerchant].map(([id, own]) => [id, new Set(own.map(({ kind }) => kind))]));
}

/** The flash sale at `now` that ends first: a session of the day before the sale that always runs. */
export async function findFlashSale(db: Db, now: Date) {
  const running = await db
    .select({
      id: activity.id,
      kind: activity.kind,
      config: activity.config,
      name: activity.name,
      endsAt: activity.endsAt,
    })
    .from(activity)
    .where(and(runsAt(now), eq(activity.kind, 'flash')))
    .orderBy(asc(activity.endsAt), asc(activity.id));
  return withRightConfig(running)[0] ?? null;
}

/** Ids of an activity's items that are on offer at `now` and not sold out, in their order. */
export async function listActivityGoods(
  db: Db,
  activityId: number,
  limit: number,
  now: Date,
): Promise<number[]> {
  const rows = await db
    .select({ id: activityGoods.goodsId })
    .from(activityGoods)
    .innerJoin(goods, eq(goods.id, activityGoods.goodsId))
    .where(
      and(
        eq(activityGoods.activityId, activityId),
        eq(activityGoods.role, 'subject'),
        isOffered(now),
        or(isNull(activityGoods.stock), gt(activityGoods.stock, activityGoods.sold)),
      ),
    )
    .orderBy(asc(activityGoods.sort), desc(goods.sales))
    .limit(limit);
  return rows.map(({ id }) => id);
}
