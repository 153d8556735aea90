/**
 * Counted attempts, in the database so that all processes share one count. An attempt is reserved before it is made and
 * released when it was a good one: of a thousand at once only as many begin as the limit allows.
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rateLimit } from '../db/schema.ts';

/** A reserved attempt: its key, and the window that counts it. */
export interface Reservation {
  key: string;
  resetsAt: Date;
}

export interface Limit {
  key: string;
  /** Attempts in a window. */
  limit: number;
  windowMs: number;
}

/**
 * Counts one more attempt under a key, or answers when the full window ends. One statement: the row's lock orders
 * parallel ones, and a refused attempt changes nothing. `count` is the number of attempts in the window, this one
 * included.
 */
export async function reserveAttempt(
  db: Db,
  { key, limit, windowMs }: Limit,
  now: Date,
): Promise<{ reserved: Reservation; count: number } | { fullUntil: Date }> {
  const isOver = sql`${rateLimit.resetsAt} <= ${now.toISOString()}`;
  const [row] = await db
    .insert(rateLimit)
    .values({ key, count: 1, resetsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimit.count} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimit.resetsAt} end`,
      },
      setWhere: sql`${isOver} or ${rateLimit.count} < ${limit}`,
    })
    .returning({ resetsAt: rateLimit.resetsAt, count: rateLimit.count });
  if (row !== undefined) return { reserved: { key, resetsAt: row.resetsAt }, count: row.count };
  const [full] = await db
    .select({ resetsAt: rateLimit.resetsAt })
    .from(rateLimit)
    .where(eq(rateLimit.key, key));
  return { fullUntil: full?.resetsAt ?? now };
}

/** Removes a reserved attempt from its window's count; a window that has ended is left alone. */
export async function releaseAttempt(db: Db, { key, resetsAt }: Reservation): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`greatest(${rateLimit.count} - 1, 0)` })
    .where(and(eq(rateLimit.key, key), eq(rateLimit.resetsAt, resetsAt)));
}

/** Number of attempts of each key in its window, in the order of the keys. */
export async function countAttempts(db: Db, keys: readonly string[], now: Date): Promise<number[]> {
  const rows = await db
    .select({ key: rateLimit.key, count: rateLimit.count })
    .from(rateLimit)
    .where(and(inArray(rateLimit.key, [...keys]), gt(rateLimit.resetsAt, now)));
  const found = new Map(rows.map(({ key, count }) => [key, count]));
  return keys.map((key) => found.get(key) ?? 0);
}
