/** Group-buys that are over or full, until their outcome is saved. */
import { and, asc, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { ActivityConfigs, Outcome } from '#lib/rules/promotions/activity-kinds.ts';
import type { ActivityGoodsRow, ActivityRow } from '../catalogue/offer-rows.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import { readActivity } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { activity, activityGoods, order, orderLine } from '../db/schema.ts';

/** A goal that is no number counts as none: the group-buy is checked when it ends, and has failed then. */
const isGoalTaken = sql`case when jsonb_typeof(${activity.config}->'goal') = 'number'
  then ${activityGoods.sold} >= (${activity.config}->>'goal')::numeric else false end`;

/** Group-buys to check: over since `before`, or with enough pieces taken, and not settled. */
export async function listUnsettled(db: Db, before: Date, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: activity.id })
    .from(activity)
    .innerJoin(activityGoods, eq(activityGoods.activityId, activity.id))
    .where(
      and(
        eq(activity.kind, 'group_buy'),
        isNull(activity.settledAt),
        isReady('settleGroupBuys', activity.id, now),
        or(lte(activity.endsAt, before), isGoalTaken),
      ),
    )
    .orderBy(asc(activity.id));
  return rows.map((row) => row.id);
}

/** A group-buy with its items, for settling. */
export interface Unsettled {
  activity: Pick<ActivityRow, 'id' | 'startsAt' | 'endsAt'> & {
    /** Null for an invalid config: its goal is unknown. */
    config: ActivityConfigs['group_buy'] | null;
  };
  goods: ActivityGoodsRow[];
}

/**
 * A group-buy that is not settled, locked until the transaction ends: of two that try, the second waits and sees what
 * the first wrote. New orders may reference it meanwhile. Null when it is settled.
 */
export async function lockUnsettled(tx: Tx, id: number): Promise<Unsettled | null> {
  const [row] = await tx
    .select()
    .from(activity)
    .where(and(eq(activity.id, id), eq(activity.kind, 'group_buy'), isNull(activity.settledAt)))
    .for('no key update');
  if (!row) return null;
  // Locked too: a cancel lowers `sold` together with its order, so this read fits the orders read after it.
  const rows = await tx
    .select()
    .from(activityGoods)
    .where(eq(activityGoods.activityId, id))
    .orderBy(activityGoods.id)
    .for('no key update');
  const read = readActivity(row);
  const config = read?.kind === 'group_buy' ? read.config : null;
  return { activity: { id, startsAt: row.startsAt, endsAt: row.endsAt, config }, goods: rows };
}

/** Orders in any state since a moment that took pieces of a group-buy's items, with how many. */
export async function listJoined(
  db: Db | Tx,
  row: Pick<ActivityGoodsRow, 'id' | 'goodsId'>,
  since: Date,
): Promise<{ no: string; status: OrderStatus; deadlineAt: Date; createdAt: Date; quantity: number }[]> {
  return db
    .select({
      no: order.no,
      status: order.status,
      deadlineAt: order.deadlineAt,
      createdAt: order.createdAt,
      quantity: orderLine.quantity,
    })
    .from(orderLine)
    .innerJoin(order, eq(order.no, orderLine.orderNo))
    .where(
      and(
        eq(orderLine.goodsId, row.goodsId),
        eq(orderLine.kind, 'group_buy'),
        gte(order.createdAt, since),
        sql`${order.reservations} @> ${JSON.stringify({ promo: [{ activityGoodsId: row.id }] })}::jsonb`,
      ),
    )
    .orderBy(asc(order.no));
}

/** True when an order waits for a group-buy that is not decided yet. */
export async function waitsForGroup(tx: Tx, orderNo: string): Promise<boolean> {
  const result = await tx.execute(sql`
    select 1 from order_line l
    join "order" o on o.no = l.order_no
    join activity_goods g on g.goods_id = l.goods_id
      and o.reservations @> jsonb_build_object('promo', jsonb_build_array(jsonb_build_object('activityGoodsId', g.id)))
    join activity a on a.id = g.activity_id
    where l.order_no = ${orderNo} and l.kind = 'group_buy' and a.kind = 'group_buy' and a.settled_at is null`);
  return result.rows.length > 0;
}

/**
 * Saves the outcome of a locked group-buy; `settledAt` null: money has to be refunded first. The rest of its config
 * stays as it is, also what is wrong.
 */
export async function writeOutcome(
  tx: Tx,
  id: number,
  outcome: Outcome,
  settledAt: Date | null,
): Promise<void> {
  const config = sql`case jsonb_typeof(${activity.config}) when 'object' then ${activity.config} else '{}' end
    || ${JSON.stringify({ outcome })}::jsonb`;
  await tx.update(activity).set({ settledAt, config }).where(eq(activity.id, id));
}
