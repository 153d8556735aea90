/** WeChat accounts of people. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account as credential, user } from '../db/schema.ts';

const provider = 'wechat';

/** The owner of a WeChat account, with the stored hash of their password; null where it is not bound. */
export async function findByWechat(
  db: Db,
  subject: string,
): Promise<{ userId: string; passwordHash: string } | null> {
  const own = db
    .select({ password: credential.password })
    .from(credential)
    .where(and(eq(credential.userId, user.id), eq(credential.providerId, 'credential')))
    .limit(1);
  const [row] = await db
    .select({ userId: user.id, passwordHash: sql<string | null>`(${own})` })
    .from(credential)
    .innerJoin(user, eq(user.id, credential.userId))
    .where(and(eq(credential.providerId, provider), eq(credential.accountId, subject)));
  return row ? { userId: row.userId, passwordHash: row.passwordHash ?? '' } : null;
}

/**
 * Binds a WeChat account to a person. `taken` when it is another's already, `other` when the person has another one:
 * the unique indexes decide, also between two calls at once.
 */
export async function bindWechat(
  tx: Tx,
  { userId, subject, nickname, now }: { userId: string; subject: string; nickname: string; now: Date },
): Promise<'bound' | 'taken' | 'other'> {
  const made = await tx
    .insert(credential)
    .values({
      id: sql`gen_random_uuid()::text`,
      accountId: subject,
      providerId: provider,
      userId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: credential.id });
  if (made.length === 0) {
    const [holder] = await tx
      .select({ userId: credential.userId })
      .from(credential)
      .where(and(eq(credential.providerId, provider), eq(credential.accountId, subject)));
    if (holder === undefined) return 'other';
    if (holder.userId !== userId) return 'taken';
  }
  await tx.update(user).set({ wechat: nickname, updatedAt: now }).where(eq(user.id, userId));
  return 'bound';
}

/** Unbinds a person's WeChat account; false when there was none. */
export async function unbindWechat(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const gone = await tx
    .delete(credential)
    .where(and(eq(credential.providerId, provider), eq(credential.userId, userId)))
    .returning({ id: credential.id });
  await tx.update(user).set({ wechat: null, updatedAt: now }).where(eq(user.id, userId));
  return gone.length > 0;
}

/** The nickname of a person's WeChat account; null where none is bound. */
export async function findWechatName(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select({ wechat: user.wechat }).from(user).where(eq(user.id, userId));
  return row?.wechat ?? null;
}
