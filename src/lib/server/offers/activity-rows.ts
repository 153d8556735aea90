/** Activities with their items, and companies' use of them. */
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { type ActivityGoodsRow, type ActivityWithGoods, gatherActivities } from '../catalogue/offer-rows.ts';
import { withRightConfig } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { activity, activityGoods, walletLedger } from '../db/schema.ts';

/** The time in which a listed activity must run; both ends are optional. */
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

/** True when an activity is of this kind; narrows its config. */
export function isOfKind<Kind extends ActivityKind>(
  entry: ActivityWithGoods,
  kind: Kind,
): entry is ActivityWithGoods<Kind> {
  return entry.activity.kind === kind;
}

/** One open activity at any time, or null. */
export async function findActivity(db: Db | Tx, id: number): Promise<ActivityWithGoods | null> {
  const [found] = await listWhere(db, and(eq(activity.id, id), eq(activity.isOpen, true)));
  return found ?? null;
}

export type ActivityItem = Pick<ActivityGoodsRow, 'id' | 'activityId' | 'goodsId' | 'role'> & {
  kind: ActivityKind;
};

/** Items of activities by the ids of activity_goods, with the kind of their activity. */
export function listActivityItems(db: Db | Tx, ids: readonly number[]): Promise<ActivityItem[]> {
  const { id, activityId, goodsId, role } = activityGoods;
  return db
    .select({ id, activityId, goodsId, role, kind: activity.kind })
    .from(activityGoods)
    .innerJoin(activity, eq(activity.id, activityGoods.activityId))
    .where(inArray(activityGoods.id, [...ids]));
}

/** The group-buys of an item, the one that ends last first. */
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

/** Kinds of activities that run at `now`, with their number. */
export async function countKinds(db: Db, now: Date): Promise<Map<ActivityKind, number>> {
  const running = await db
    .select({ id: activity.id, kind: activity.kind, config: activity.config })
    .from(activity)
    .where(and(eq(activity.isOpen, true), lte(activity.startsAt, now), gt(activity.endsAt, now)));
  const byKind = Map.groupBy(withRightConfig(running), ({ kind }) => kind);
  return new Map([...byKind].map(([kind, own]) => [kind, own.length]));
}

/** Cashback that is in a company's balance already; fen. */
export async function sumCredited(db: Db, companyId: number): Promise<number> {
  const [paid] = await db
    .select({ sum: sql<number>`coalesce(sum(${walletLedger.amount}), 0)::bigint` })
    .from(walletLedger)
    .where(and(eq(walletLedger.companyId, companyId), eq(walletLedger.useType, 'cashback')));
  return Number(paid?.sum ?? 0);
}
