/** Authenticators of staff: steps and codes are spent once. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { staff } from '../db/schema.ts';
import { isStill, type StaffLogin } from './staff-rows.ts';

/** Uses up a step of the authenticator; false where it or a later one was used, or the person has changed since. */
export async function spendTotpStep(tx: Tx, login: StaffLogin, step: number): Promise<boolean> {
  const spent = await tx
    .update(staff)
    .set({ totpStep: step })
    .where(and(isStill(login), lt(staff.totpStep, step)))
    .returning({ id: staff.id });
  return spent.length > 0;
}

/** Uses up a recovery code; false where it is invalid, or the person has changed since. */
export async function spendRecoveryCode(tx: Tx, login: StaffLogin, hash: string): Promise<boolean> {
  const spent = await tx
    .update(staff)
    .set({ recoveryCodes: sql`array_remove(${staff.recoveryCodes}, ${hash})` })
    .where(and(isStill(login), sql`${hash} = any(${staff.recoveryCodes})`))
    .returning({ id: staff.id });
  return spent.length > 0;
}

/** Saves a secret that waits for its first code; false for a person who has an authenticator already. */
export async function setPendingTotp(tx: Tx, login: StaffLogin, sealed: string): Promise<boolean> {
  const saved = await tx
    .update(staff)
    .set({ totpPending: sealed })
    .where(and(isStill(login), isNull(staff.totpSecret)))
    .returning({ id: staff.id });
  return saved.length > 0;
}

/**
 * Makes the waiting secret the person's own; `step` is that of its first code. False where another one waits now. The
 * database ends the person's sessions.
 */
export async function enrolTotp(
  tx: Tx,
  login: StaffLogin,
  { pending, step, recoveryCodes }: { pending: string; step: number; recoveryCodes: string[] },
): Promise<boolean> {
  const enrolled = await tx
    .update(staff)
    .set({ totpSecret: pending, totpPending: null, totpStep: step, recoveryCodes })
    .where(and(isStill(login), isNull(staff.totpSecret), eq(staff.totpPending, pending)))
    .returning({ id: staff.id });
  return enrolled.length > 0;
}

/** Removes the authenticator and its recovery codes; false where there was none. The database ends the sessions. */
export async function clearTotp(tx: Tx, id: number): Promise<boolean> {
  const cleared = await tx
    .update(staff)
    .set({ totpSecret: null, totpPending: null, totpStep: null, recoveryCodes: [] })
    .where(and(eq(staff.id, id), isNotNull(staff.totpSecret)))
    .returning({ id: staff.id });
  return cleared.length > 0;
}
