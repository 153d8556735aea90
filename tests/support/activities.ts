/** Activities for tests, beside those of the demo. */
import type { Db } from '#lib/server/db/client.ts';
import { activity, activityGoods } from '#lib/server/db/schema.ts';

type Activity = typeof activity.$inferInsert;
type Item = Omit<typeof activityGoods.$inferInsert, 'activityId'>;

const hour = 3_600_000;

/** An activity with its goods that has run for an hour and has a day to go, unless told otherwise. */
export async function makeActivity(
  db: Db,
  values: Pick<Activity, 'kind'> & Partial<Activity>,
  items: readonly Item[],
): Promise<{ id: number; itemIds: number[] }> {
  const now = Date.now();
  const [made] = await db
    .insert(activity)
    .values({
      name: '测试活动',
      startsAt: new Date(now - hour),
      endsAt: new Date(now + 24 * hour),
      ...values,
    })
    .returning({ id: activity.id });
  const rows = await db
    .insert(activityGoods)
    .values(items.map((item) => ({ ...item, activityId: made!.id })))
    .returning({ id: activityGoods.id });
  return { id: made!.id, itemIds: rows.map((row) => row.id) };
}
