/** Logins of buyers and their passwords. */
import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account as credential, session, user, verification } from '../db/schema.ts';

/** Facts for a login by this name or phone; null when there is no account. */
export async function findLogin(
  db: Db,
  nameOrPhone: string,
): Promise<{ userId: string; username: string; passwordHash: string } | null> {
  const [row] = await db
    .select({ userId: user.id, username: user.username, passwordHash: credential.password })
    .from(user)
    .leftJoin(credential, and(eq(credential.userId, user.id), eq(credential.providerId, 'credential')))
    .where(or(eq(user.username, nameOrPhone.toLowerCase()), eq(user.phoneNumber, nameOrPhone)))
    .limit(1);
  if (!row?.username) return null;
  return { userId: row.userId, username: row.username, passwordHash: row.passwordHash ?? '' };
}

/**
 * True while the account's stored hash is still this one. It waits for a change of the password that is under way; a
 * later change waits for nothing: so either this read sees it, or the change sees (and ends) the session that was just
 * made.
 */
export async function keepsPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: credential.id })
    .from(credential)
    .where(
      and(
        eq(credential.userId, userId),
        eq(credential.providerId, 'credential'),
        eq(credential.password, passwordHash),
      ),
    )
    .for('share');
  return rows.length > 0;
}

// Passwords of buyers, and the tickets to reset a forgotten one.

/**
 * Sets the password where it still is `from`; false when it was changed meanwhile. A trigger ends every session of the
 * person but `remainingSession`.
 */
export async function setPassword(
  tx: Tx,
  userId: string,
  {
    from,
    to,
    now,
    remainingSession = null,
  }: { from: string; to: string; now: Date; remainingSession?: string | null },
): Promise<boolean> {
  if (remainingSession !== null)
    await tx.execute(sql`select set_config('yaopi.kept_session', ${remainingSession}, true)`);
  const { rowCount } = await tx
    .update(credential)
    .set({ password: to, updatedAt: now })
    .where(
      and(
        eq(credential.userId, userId),
        eq(credential.providerId, 'credential'),
        eq(credential.password, from),
      ),
    );
  return rowCount === 1;
}

/** Number of the person's sessions besides this one; all end with the password (a trigger's work). */
export async function countSessions(tx: Tx, userId: string, exceptId: string | null): Promise<number> {
  return tx.$count(
    session,
    and(eq(session.userId, userId), exceptId === null ? undefined : ne(session.id, exceptId)),
  );
}

const forgetOf = (tokenHash: string) => `forget:${tokenHash}`;

/** Saves a ticket for a person. */
export async function putTicket(
  db: Db | Tx,
  tokenHash: string,
  { userId, expiresAt }: { userId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insert(verification)
    .values({ id: sql`gen_random_uuid()::text`, identifier: forgetOf(tokenHash), value: userId, expiresAt });
}

function ticketOf(tokenHash: string, now: Date) {
  return and(eq(verification.identifier, forgetOf(tokenHash)), gt(verification.expiresAt, now));
}

/** The owner of a ticket; null without a valid one. */
export async function findTicket(db: Db, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ userId: verification.value })
    .from(verification)
    .where(ticketOf(tokenHash, now));
  return row?.userId ?? null;
}

/** Uses a ticket up; false when it was used or is too old. */
export async function spendTicket(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.delete(verification).where(ticketOf(tokenHash, now));
  return (rowCount ?? 0) > 0;
}
