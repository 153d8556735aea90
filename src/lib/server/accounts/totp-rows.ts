/** Authenticators of buyers. Every read and write is bound to the person. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { userTotp } from '../db/schema.ts';

export interface UserTotp {
  /** Encrypted; null while none is confirmed. */
  secret: string | null;
  pending: string | null;
  /** Recovery codes that are left. */
  recoveryLeft: number;
}

/** A person's authenticator; null for none. */
export async function findUserTotp(db: Db, userId: string): Promise<UserTotp | null> {
  const [row] = await db
    .select({
      secret: userTotp.secret,
      pending: userTotp.pending,
      recoveryLeft: sql<number>`cardinality(${userTotp.recoveryCodes})`,
    })
    .from(userTotp)
    .where(eq(userTotp.userId, userId));
  return row ?? null;
}

/**
 * The encrypted secret whose code a login requires; null for none. Read after the session was made, and waits for a
 * set-up under way: either it sees the secret, or the set-up ends the session.
 */
export async function findSecretAtLogin(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ secret: userTotp.secret })
    .from(userTotp)
    .where(eq(userTotp.userId, userId))
    .for('share');
  return row?.secret ?? null;
}

/** Saves a secret that waits for its first code; false for a person who has an authenticator. */
export async function setPendingUserTotp(db: Db, userId: string, sealed: string): Promise<boolean> {
  const saved = await db
    .insert(userTotp)
    .values({ userId, pending: sealed })
    .onConflictDoUpdate({
      target: userTotp.userId,
      set: { pending: sealed },
      setWhere: isNull(userTotp.secret),
    })
    .returning({ userId: userTotp.userId });
  return saved.length > 0;
}

/** Makes the waiting secret the person's own; `step` is that of its first code. False where another one waits. */
export async function enrolUserTotp(
  tx: Tx,
  userId: string,
  { pending, step, recoveryCodes }: { pending: string; step: number; recoveryCodes: string[] },
): Promise<boolean> {
  const enrolled = await tx
    .update(userTotp)
    .set({ secret: pending, pending: null, step, recoveryCodes })
    .where(and(eq(userTotp.userId, userId), isNull(userTotp.secret), eq(userTotp.pending, pending)))
    .returning({ userId: userTotp.userId });
  return enrolled.length > 0;
}

/** Uses up a step of this secret; false where it or a later one was used, or the secret has changed since. */
export async function spendUserStep(
  db: Db | Tx,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<boolean> {
  const spent = await db
    .update(userTotp)
    .set({ step })
    .where(and(eq(userTotp.userId, userId), eq(userTotp.secret, secret), lt(userTotp.step, step)))
    .returning({ userId: userTotp.userId });
  return spent.length > 0;
}

/** Uses up a recovery code; false where it is invalid, or the secret has changed since. */
export async function spendUserRecovery(
  db: Db | Tx,
  { userId, secret, hash }: { userId: string; secret: string; hash: string },
): Promise<boolean> {
  const spent = await db
    .update(userTotp)
    .set({ recoveryCodes: sql`array_remove(${userTotp.recoveryCodes}, ${hash})` })
    .where(
      and(
        eq(userTotp.userId, userId),
        eq(userTotp.secret, secret),
        sql`${hash} = any(${userTotp.recoveryCodes})`,
      ),
    )
    .returning({ userId: userTotp.userId });
  return spent.length > 0;
}

/** Removes the authenticator; false where there was none. */
export async function clearUserTotp(tx: Tx, userId: string): Promise<boolean> {
  const cleared = await tx
    .delete(userTotp)
    .where(and(eq(userTotp.userId, userId), isNotNull(userTotp.secret)))
    .returning({ userId: userTotp.userId });
  return cleared.length > 0;
}
