/** Codes sent to phones, and changes of a person's login telephone. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { CodePurpose } from '#lib/rules/companies/phone-code.ts';
import type { Db, Tx } from '../db/client.ts';
import { phoneCode, user, verification } from '../db/schema.ts';

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

/** Codes of phones. One code of a phone and purpose is valid at a time, and only once. */
export interface CodeOf {
  purpose: CodePurpose;
  phone: string;
}

/** Saves the code, replacing the one before. */
export async function putCode(
  db: Db,
  { purpose, phone }: CodeOf,
  { codeHash, expiresAt }: { codeHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insert(phoneCode)
    .values({ purpose, phone, codeHash, expiresAt })
    .onConflictDoUpdate({
      target: [phoneCode.purpose, phoneCode.phone],
      set: { codeHash, expiresAt, tries: 0 },
    });
}

/**
 * The hash of the valid code, with the look counted; null where none is valid or it was looked at `most` times. The
 * count goes up before the comparison, so of many calls at once no more than `most` learn anything.
 */
export async function lookAtCode(
  db: Db,
  { purpose, phone }: CodeOf,
  most: number,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .update(phoneCode)
    .set({ tries: sql`${phoneCode.tries} + 1` })
    .where(
      and(
        eq(phoneCode.purpose, purpose),
        eq(phoneCode.phone, phone),
        gt(phoneCode.expiresAt, now),
        lt(phoneCode.tries, most),
      ),
    )
    .returning({ codeHash: phoneCode.codeHash });
  return row?.codeHash ?? null;
}

/** Uses a code up; false when another call has, or another code was sent meanwhile. */
export async function spendCode(db: Db | Tx, { purpose, phone }: CodeOf, codeHash: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(phoneCode)
    .where(and(eq(phoneCode.purpose, purpose), eq(phoneCode.phone, phone), eq(phoneCode.codeHash, codeHash)));
  return rowCount === 1;
}
