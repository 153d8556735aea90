/** Payment passwords. Every read and write is bound to its person. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { payPasswordLockMs, payPasswordTries } from '#lib/rules/money/pay-password.ts';
import type { Db, Tx } from '../db/client.ts';
import { payPassword } from '../db/schema.ts';

export type PayPasswordRow = typeof payPassword.$inferSelect;

/** The person's, or null. */
export async function findPayPassword(db: Db | Tx, userId: string): Promise<PayPasswordRow | null> {
  const [row] = await db.select().from(payPassword).where(eq(payPassword.userId, userId));
  return row ?? null;
}

/** Writes another one down; the wrong tries of the one before count no more. */
export async function putPayPassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  const fresh = { hash, tries: 0, lockedUntil: null, setAt: now };
  await db
    .insert(payPassword)
    .values({ userId, createdAt: now, ...fresh })
    .onConflictDoUpdate({ target: payPassword.userId, set: fresh });
}

/**
 * Counts a try before it is looked at, so that of many at once only as many are as are left; the last one locks. Null
 * where it is locked, or there is no password.
 */
export async function reserveTry(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ hash: string; tries: number } | null> {
  // A lock that is over begins a new count.
  const tries = sql`case when ${payPassword.lockedUntil} is null then ${payPassword.tries} else 0 end + 1`;
  const until = new Date(now.getTime() + payPasswordLockMs).toISOString();
  const [row] = await db
    .update(payPassword)
    .set({
      tries,
      lockedUntil: sql`case when ${tries} >= ${payPasswordTries} then ${until}::timestamptz end`,
    })
    .where(
      and(
        eq(payPassword.userId, userId),
        or(isNull(payPassword.lockedUntil), lte(payPassword.lockedUntil, now)),
      ),
    )
    .returning({ hash: payPassword.hash, tries: payPassword.tries });
  return row ?? null;
}

/** The password was right: what was wrong before counts no more. */
export async function forgetTries(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .update(payPassword)
    .set({ tries: 0, lockedUntil: null })
    .where(and(eq(payPassword.userId, userId), eq(payPassword.hash, hash)));
}

/** One could not be looked at: that try was none. */
export async function releaseTry(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .update(payPassword)
    .set({ tries: sql`greatest(${payPassword.tries} - 1, 0)`, lockedUntil: null })
    .where(and(eq(payPassword.userId, userId), eq(payPassword.hash, hash)));
}
