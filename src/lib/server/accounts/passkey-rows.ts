/** Passkeys of buyers. Every write but the use at a login is bound to the person. */
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account as credential, passkey } from '../db/schema.ts';

export type PasskeyRow = typeof passkey.$inferSelect;

/** A person's own, the last one first. */
export function listPasskeys(db: Db | Tx, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkey).where(eq(passkey.userId, userId)).orderBy(desc(passkey.id));
}

/** Serializes a person's additions: of two at once the second sees the first. */
export async function lockPasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`passkey:${userId}`}, 0))`);
}

/** Saves a new one; false where the key belongs to an account already. */
export async function insertPasskey(
  tx: Tx,
  row: Pick<
    PasskeyRow,
    'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name' | 'createdAt'
  >,
): Promise<boolean> {
  const saved = await tx.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id });
  return saved.length > 0;
}

/** The key that an authenticator names, with the stored hash of its person's password; null for none. */
export async function findPasskey(
  db: Db,
  credentialId: string,
): Promise<(PasskeyRow & { passwordHash: string }) | null> {
  const [row] = await db
    .select({ passkey, passwordHash: credential.password })
    .from(passkey)
    .leftJoin(credential, and(eq(credential.userId, passkey.userId), eq(credential.providerId, 'credential')))
    .where(eq(passkey.credentialId, credentialId));
  return row ? { ...row.passkey, passwordHash: row.passwordHash ?? '' } : null;
}

/**
 * Records a use. False where the key was removed meanwhile, or its counter did not grow: then the key was copied.
 * Authenticators without a counter always send 0.
 */
export async function usePasskey(
  db: Db,
  { id, counter, now }: { id: number; counter: number; now: Date },
): Promise<boolean> {
  const isAhead = or(lt(passkey.counter, counter), and(eq(passkey.counter, 0), sql`${counter} = 0`));
  const used = await db
    .update(passkey)
    .set({ counter, usedAt: now })
    .where(and(eq(passkey.id, id), isAhead))
    .returning({ id: passkey.id });
  return used.length > 0;
}

/** Renames a person's own; false when they have no such one. */
export async function setPasskeyName(db: Db, userId: string, id: number, name: string): Promise<boolean> {
  const named = await db
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.userId, userId), eq(passkey.id, id)))
    .returning({ id: passkey.id });
  return named.length > 0;
}

/** Deletes a person's own; answers its name, null when they have no such one. */
export async function deletePasskey(tx: Tx, userId: string, id: number): Promise<string | null> {
  const [gone] = await tx
    .delete(passkey)
    .where(and(eq(passkey.userId, userId), eq(passkey.id, id)))
    .returning({ name: passkey.name });
  return gone?.name ?? null;
}
