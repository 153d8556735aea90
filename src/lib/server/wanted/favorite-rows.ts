/** Favourites. Every statement is bound to the user who owns them. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { favorite, goods } from '../db/schema.ts';

/** Ids of favourite items, the newest first. */
export async function listFavoriteIds(
  db: Db,
  userId: string,
  limit: number,
  offset: number,
): Promise<number[]> {
  const rows = await db
    .select({ id: favorite.goodsId })
    .from(favorite)
    .where(eq(favorite.userId, userId))
    .orderBy(desc(favorite.createdAt), desc(favorite.goodsId))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

export async function countFavorites(db: Db | Tx, userId: string): Promise<number> {
  return db.$count(favorite, eq(favorite.userId, userId));
}

/** The existing ones of these items. */
export async function listKnownGoods(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: goods.id })
    .from(goods)
    .where(inArray(goods.id, [...ids]));
  return rows.map(({ id }) => id);
}

/** Serializes changes of a user's favourites until the transaction ends, so that their limit holds. */
export async function lockFavorites(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`favorite:${userId}`}, 0))`);
}

/** Adds favourites; existing ones stay as they are. */
export async function addFavorites(tx: Tx, userId: string, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .insert(favorite)
    .values(ids.map((goodsId) => ({ userId, goodsId, createdAt: now })))
    .onConflictDoNothing();
}

export async function removeFavorites(db: Db, userId: string, ids: readonly number[]): Promise<void> {
  await db.delete(favorite).where(and(eq(favorite.userId, userId), inArray(favorite.goodsId, [...ids])));
}
