/** Codes of phones. One code of a phone and purpose is valid at a time, and only once. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { CodePurpose } from '#lib/rules/companies/phone-code.ts';
import type { Db, Tx } from '../db/client.ts';
import { phoneCode } from '../db/schema.ts';

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
