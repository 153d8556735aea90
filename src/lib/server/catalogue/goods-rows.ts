/** Facts of the catalogue besides its rows: promoted items, owners of a film. Public ones only. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { LeafletText } from '#lib/rules/goods/leaflet.ts';
import { withRightConfig } from '../db/activity-config.ts';
import type { Db, Tx } from '../db/client.ts';
import { activity, activityGoods, product } from '../db/schema.ts';

/** Activities that are not over, with their promoted items and prices. Invalid ones are left out. */
export async function listPromotedGoods(db: Db | Tx, now: Date) {
  const rows = await db
    .select({
      goodsId: activityGoods.goodsId,
      id: activity.id,
      config: activity.config,
      kind: activity.kind,
      name: activity.name,
      price: activityGoods.price,
      companyLimit: activityGoods.companyLimit,
      stock: activityGoods.stock,
      sold: activityGoods.sold,
      zone: sql<string | null>`${activity.config}->>'zone'`,
      isForNewcomers: sql<boolean>`coalesce((${activity.config}->>'isForNewcomers')::boolean, false)`,
      startsAt: activity.startsAt,
      endsAt: activity.endsAt,
    })
    .from(activityGoods)
    .innerJoin(activity, eq(activity.id, activityGoods.activityId))
    .where(and(eq(activity.isOpen, true), gt(activity.endsAt, now), eq(activityGoods.role, 'subject')))
    .orderBy(activity.id);
  return withRightConfig(rows).map(({ id, config, ...row }) => ({ ...row, activityId: id }));
}
export type PromotedGoods = Awaited<ReturnType<typeof listPromotedGoods>>[number];

/** The classes (处方药, 甲类OTC…) of all products that reference this film; none when no product does. */
export async function listFilmClasses(db: Db | Tx, video: string): Promise<string[]> {
  const rows = await db.selectDistinct({ otc: product.otc }).from(product).where(eq(product.video, video));
  return rows.map((row) => row.otc);
}

/** The leaflet of a product; null while it has none. */
export async function findLeaflet(db: Db | Tx, productId: number): Promise<LeafletText | null> {
  const [row] = await db.select({ leaflet: product.leaflet }).from(product).where(eq(product.id, productId));
  return row?.leaflet ?? null;
}
