import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { activity, merchant } from '../db/schema.ts';

/** An activity that runs at `now`, with whose it is; the house's own have no merchant. */
export async function findRunningActivity(db: Db, id: number, now: Date) {
  const [row] = await db
    .select({ id: activity.id, kind: activity.kind, merchant: merchant.shortName })
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
  return row ?? null;
}
