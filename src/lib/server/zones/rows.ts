/** Activities, their names and their items, for zones and the home page. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { ActivityKind } from '#lib/rules/promotions/activity-kinds.ts';
import { readActivity, withRightConfig } from '../db/activity-config.ts';
import type { Db } from '../db/client.ts';
import { activity, activityGoods, goods, merchant } from '../db/schema.ts';
import { isOffered } from '../db/shelf.ts';

/** An activity that runs at `now`, with its merchant; the platform's own have none. An invalid one is left out. */
export async function findRunningActivity(db: Db, id: number, now: Date) {
  const found = await db
    .select({
      id: activity.id,
      kind: activity.kind,
      config: activity.config,
      merchant: merchant.shortName,
    })
    .from(activity)
    .leftJoin(merchant, eq(merchant.id, activity.merchantId))
    .where(
      and(
        eq(activity.id, id),
        eq(activity.isOpen, true),
        lte(activity.startsAt, now),
        gt(activity.endsAt, now),
      ),
    );
  const [row] = found;
  return row === undefined ? null : readActivity(row);
}

/** Names by which zones choose items and ads. */
export interface KnownNames {
  /** Each by its name and by its path: `化学药/心脑血管`. */
  categories: string[];
  /** Short names and kinds. */
  merchants: string[];
  makers: string[];
  brands: string[];
  slots: string[];
}

/** All names in the catalogue and the ads. */
export async function listKnownNames(db: Db): Promise<KnownNames> {
  const { rows } = await db.execute<{ [key in keyof KnownNames]: string[] | null }>(sql`
    with recursive way as (
      select id, name, name as path from category where parent_id is null
      union all
      select c.id, c.name, way.path || '/' || c.name from category c join way on c.parent_id = way.id
    )
    select (select array_agg(name) || array_agg(path) from way) as categories,
      (select array_agg(short_name) || array_agg(kind) from merchant) as merchants,
      (select array_agg(distinct maker) from product) as makers,
      (select array_agg(name) from brand) as brands,
      (select array_agg(distinct slot) from ad) as slots`);
  const [row] = rows;
  return {
    categories: row?.categories ?? [],
    merchants: row?.merchants ?? [],
    makers: row?.makers ?? [],
    brands: row?.brands ?? [],
    slots: row?.slots ?? [],
  };
}

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
