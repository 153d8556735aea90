/** What wheels and the points mall have of each other: things that are prizes, chances that are on offer; and tasks. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { pointsGoods, pointsTask } from '../db/schema.ts';

/** Of these goods of the mall those that are things, with the names of their pictures. */
export async function listThings(
  db: Db | Tx,
  ids: readonly number[],
): Promise<{ id: number; pictures: string[] }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: pointsGoods.id, pictures: pointsGoods.pictures })
    .from(pointsGoods)
    .where(and(inArray(pointsGoods.id, [...ids]), eq(pointsGoods.kind, 'thing')));
}

/** The same as texts and costs, which no desk changes until the transaction ends. */
export async function lockThings(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { id, name, summary, description, value } = pointsGoods;
  return tx
    .select({ id, name, summary, description, value })
    .from(pointsGoods)
    .where(and(inArray(pointsGoods.id, [...ids]), eq(pointsGoods.kind, 'thing')))
    .orderBy(asc(pointsGoods.id))
    .for('share');
}

/** The chance of a wheel that the mall offers for the fewest points now; null for none. */
export async function findOfferedChance(
  db: Db,
  wheelId: number,
): Promise<{ id: number; points: number } | null> {
  const [row] = await db
    .select({ id: pointsGoods.id, points: pointsGoods.points })
    .from(pointsGoods)
    .where(
      and(
        eq(pointsGoods.kind, 'chance'),
        eq(pointsGoods.wheelId, wheelId),
        pointsGoods.isOn,
        sql`stock > 0 and buyer_types = '{}' and on_from <= now() and (on_to is null or on_to > now())`,
      ),
    )
    .orderBy(asc(pointsGoods.points), asc(pointsGoods.id))
    .limit(1);
  return row ?? null;
}

/** Tasks that bring chances of a wheel now, the oldest first. */
export function listChanceTasks(db: Db, wheelId: number): Promise<{ title: string; chances: number }[]> {
  return db
    .select({ title: pointsTask.title, chances: pointsTask.chances })
    .from(pointsTask)
    .where(
      and(
        eq(pointsTask.wheelId, wheelId),
        sql`stopped_at is null and starts_at <= now() and (ends_at is null or ends_at > now())`,
      ),
    )
    .orderBy(asc(pointsTask.id))
    .limit(5);
}
