import { and, eq, gt, lte } from 'drizzle-orm';
import { readActivity } from '../db/activity-config.ts';
import type { Db } from '../db/client.ts';
import { activity, merchant } from '../db/schema.ts';

/** An activity that runs at `now`, with whose it is; the house's own have no merchant. A wrong one is none. */
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
