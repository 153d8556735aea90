/** Activities with their goods, what companies have of them, and the goods that fill a gap. */
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '#lib/rules/orders/order-state.ts';
import type { ActivityConfigs, Outcome } from '#lib/rules/promotions/activity-config.ts';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { readActivity, withRightConfig } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { activity, activityGoods, goods, order, orderLine, walletLedger } from '../db/schema.ts';
import { isReady } from './jobs.ts';
import {
  type ActivityGoodsRow,
  type ActivityRow,
  type ActivityWithGoods,
  gatherActivities,
} from './offers.ts';
import { isOffered } from './shelf.ts';

/** When an activity must be on to be listed; both ends are left out where they do not matter. */
export interface During {
  endsAfter?: Date;
  startsBefore?: Date;
}

async function listWhere(db: Db | Tx, where: SQL | undefined): Promise<ActivityWithGoods[]> {
  const rows = await db
    .select({ activity, goods: activityGoods })
    .from(activity)
    .leftJoin(activityGoods, eq(activityGoods.activityId, activity.id))
    .where(where)
    .orderBy(asc(activity.startsAt), asc(activity.id), asc(activityGoods.sort), asc(activityGoods.id));
  return gatherActivities(rows);
}

/** Open activities of a kind, the first to start first. */
export async function listOfKind<Kind extends ActivityKind>(
  db: Db | Tx,
  kind: Kind,
  { endsAfter, startsBefore }: During,
): Promise<ActivityWithGoods<Kind>[]> {
  const found = await listWhere(
    db,
    and(
      eq(activity.kind, kind),
      eq(activity.isOpen, true),
      endsAfter && gt(activity.endsAt, endsAfter),
      startsBefore && lte(activity.startsAt, startsBefore),
    ),
  );
  return found.filter((entry) => isOfKind(entry, kind));
}

/** Whether an activity is of this kind, for its config. */
export function isOfKind<Kind extends ActivityKind>(
  entry: ActivityWithGoods,
  kind: Kind,
): entry is ActivityWithGoods<Kind> {
  return entry.activity.kind === kind;
}

/** One open activity whenever it is, or null. */
export async function findActivity(db: Db | Tx, id: number): Promise<ActivityWithGoods | null> {
  const [found] = await listWhere(db, and(eq(activity.id, id), eq(activity.isOpen, true)));
  return found ?? null;
}

export type ActivityItem = Pick<ActivityGoodsRow, 'id' | 'activityId' | 'goodsId' | 'role'> & {
  kind: ActivityKind;
};

/** Goods of activities by the ids of activity_goods, with the kind of their activity. */
export function listActivityItems(db: Db | Tx, ids: readonly number[]): Promise<ActivityItem[]> {
  const { id, activityId, goodsId, role } = activityGoods;
  return db
    .select({ id, activityId, goodsId, role, kind: activity.kind })
    .from(activityGoods)
    .innerJoin(activity, eq(activity.id, activityGoods.activityId))
    .where(inArray(activityGoods.id, [...ids]));
}

/** The group-buys of a goods, the one that ends last first. */
export async function listGroupBuysOf(
  db: Db | Tx,
  goodsId: number,
): Promise<ActivityWithGoods<'group_buy'>[]> {
  const ids = db
    .select({ id: activityGoods.activityId })
    .from(activityGoods)
    .where(and(eq(activityGoods.goodsId, goodsId), eq(activityGoods.role, 'subject')));
  const found = await listWhere(
    db,
    and(eq(activity.kind, 'group_buy'), eq(activity.isOpen, true), inArray(activity.id, ids)),
  );
  return found
    .filter((entry) => isOfKind(entry, 'group_buy'))
    .toSorted((a, b) => b.activity.endsAt.getTime() - a.activity.endsAt.getTime());
}

/** Kinds of activities that are on at `now`, with how many of each there are. */
export async function countKinds(db: Db, now: Date): Promise<Map<ActivityKind, number>> {
  const running = await db
    .select({ id: activity.id, kind: activity.kind, config: activity.config })
    .from(activity)
    .where(and(eq(activity.isOpen, true), lte(activity.startsAt, now), gt(activity.endsAt, now)));
  const byKind = Map.groupBy(withRightConfig(running), ({ kind }) => kind);
  return new Map([...byKind].map(([kind, own]) => [kind, own.length]));
}

// --- what to add --------------------------------------------------------------------------------------------

/** Where goods to add may come from. */
export interface HintScope {
  /** The activity that they must be a subject of; null: any goods of the merchant. */
  activityId: number | null;
  merchantId: number | null;
  /** Only goods with or without the mark of a preferred goods; null: any. */
  isPreferred: boolean | null;
  /** Goods that are in the cart already. */
  except: readonly number[];
}

/**
 * Goods on sale that a company has bought most often (`times` > 0), then best sellers. Whether it may buy them is the
 * rule's business.
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

// --- cashback -----------------------------------------------------------------------------------------------

/** Cashback that is in a company's balance already; fen. */
export async function sumCredited(db: Db, companyId: number): Promise<number> {
  const [paid] = await db
    .select({ sum: sql<number>`coalesce(sum(${walletLedger.amount}), 0)::bigint` })
    .from(walletLedger)
    .where(and(eq(walletLedger.companyId, companyId), eq(walletLedger.useType, 'cashback')));
  return Number(paid?.sum ?? 0);
}

// --- settling group-buys ------------------------------------------------------------------------------------

/** A goal that is no number is none: the group-buy is looked at when it ends, and has failed then. */
const isGoalTaken = sql`case when jsonb_typeof(${activity.config}->'goal') = 'number'
  then ${activityGoods.sold} >= (${activity.config}->>'goal')::numeric else false end`;

/** Group-buys to be looked at: over since `before`, or with enough pieces taken, and not settled. */
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

/** A group-buy with its goods, as it is settled. */
export interface Unsettled {
  activity: Pick<ActivityRow, 'id' | 'startsAt' | 'endsAt'> & {
    /** Null where somebody wrote what does not fit: nobody knows what its goal was. */
    config: ActivityConfigs['group_buy'] | null;
  };
  goods: ActivityGoodsRow[];
}

/**
 * A group-buy that is not settled, held until the transaction ends: of two that try, the second waits and sees what
 * the first wrote. Orders may go on naming it meanwhile. Null when it is settled.
 */
export async function lockUnsettled(tx: Tx, id: number): Promise<Unsettled | null> {
  const [row] = await tx
    .select()
    .from(activity)
    .where(and(eq(activity.id, id), eq(activity.kind, 'group_buy'), isNull(activity.settledAt)))
    .for('no key update');
  if (!row) return null;
  // Held too: a cancel lowers `sold` together with its order, so what is read here fits the orders read after it.
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

/** Orders since a moment that took pieces of a group-buy's goods, with how many; whatever became of them. */
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

/** Whether an order waits for a group-buy that is not decided yet. */
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
 * Writes down how a group-buy that is held ended; `settledAt` null: there is money to be given back first. What else
 * its config says stays as it is, also what is wrong.
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
