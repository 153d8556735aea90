import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { readActivity } from '../db/activity-config.ts';
import type { Db } from '../db/client.ts';
import { activity, merchant } from '../db/schema.ts';

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
