/** Changes of a person's login telephone: the proof of the old one, and the change itself. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { user, verification } from '../db/schema.ts';

const proofOf = (tokenHash: string) => `phone:${tokenHash}`;

/** Saves the proof that a person holds their telephone. */
export async function putPhoneProof(
  db: Db,
  tokenHash: string,
  { userId, expiresAt }: { userId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insert(verification)
    .values({ id: sql`gen_random_uuid()::text`, identifier: proofOf(tokenHash), value: userId, expiresAt });
}

/** True while it is valid and this person's. */
function holds(tokenHash: string, userId: string, now: Date) {
  return and(
    eq(verification.identifier, proofOf(tokenHash)),
    eq(verification.value, userId),
    gt(verification.expiresAt, now),
  );
}

export async function hasPhoneProof(db: Db, tokenHash: string, userId: string, now: Date): Promise<boolean> {
  return (await db.$count(verification, holds(tokenHash, userId, now))) > 0;
}

/** Uses it up; false when it was used, is another person's or too old. */
export async function spendPhoneProof(
  tx: Tx,
  tokenHash: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.delete(verification).where(holds(tokenHash, userId, now));
  return (rowCount ?? 0) > 0;
}

/**
 * Replaces the telephone that was read with another one; false when it is not the person's any more. A login name equal
 * to the telephone stays valid. Throws a unique violation where the new one has an account.
 */
export async function setPhone(
  tx: Tx,
  userId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> {
  const follows = (column: typeof user.username | typeof user.displayUsername) =>
    sql`case when ${column} = ${from} then ${to} else ${column} end`;
  const rows = await tx
    .update(user)
    .set({
      phoneNumber: to,
      phoneNumberVerified: true,
      username: follows(user.username),
      displayUsername: follows(user.displayUsername),
      email: sql`case when ${user.email} = ${`${from}@users.invalid`} then ${`${to}@users.invalid`} else ${user.email} end`,
      updatedAt: now,
    })
    .where(and(eq(user.id, userId), sql`coalesce(${user.phoneNumber}, '') = ${from}`))
    .returning({ id: user.id });
  return rows.length > 0;
}
