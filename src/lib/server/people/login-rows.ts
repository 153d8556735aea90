import { and, eq, or } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { account as credential, user } from '../db/schema.ts';

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
