/**
 * People at the desks and their sessions. `within` binds to a merchant's own people; null is for the platform, which
 * looks after all of them.
 */

import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { StaffRole } from '#lib/rules/companies/staff.ts';
import type { Db, Tx } from '../db/client.ts';
import { merchant, staff, staffSession } from '../db/schema.ts';

export interface StaffAccount {
  id: number;
  username: string;
  role: string;
  /** Null for the platform's own. */
  merchantId: number | null;
  merchant: string | null;
  isDisabled: boolean;
  isPasswordInitial: boolean;
}

const columns = {
  id: staff.id,
  username: staff.username,
  role: staff.role,
  merchantId: staff.merchantId,
  merchant: merchant.shortName,
  isDisabled: sql<boolean>`${staff.disabledAt} is not null`,
  isPasswordInitial: staff.isPasswordInitial,
};

function accounts(db: Db | Tx) {
  return db.select(columns).from(staff).leftJoin(merchant, eq(merchant.id, staff.merchantId));
}

function isWithin(within: number | null) {
  return within === null ? undefined : eq(staff.merchantId, within);
}

/** Whom a session's token stands for; null when it has ended or the person is disabled. */
export async function findSessionStaff(db: Db, tokenHash: string, now: Date): Promise<StaffAccount | null> {
  const [row] = await accounts(db)
    .innerJoin(staffSession, eq(staffSession.staffId, staff.id))
    .where(
      and(eq(staffSession.tokenHash, tokenHash), gt(staffSession.expiresAt, now), isNull(staff.disabledAt)),
    );
  return row ?? null;
}

/** What a login needs to know of the person with this name; null when there is none. */
export async function findStaffLogin(
  db: Db,
  username: string,
): Promise<(StaffAccount & { passwordHash: string }) | null> {
  const [row] = await db
    .select({ ...columns, passwordHash: staff.passwordHash })
    .from(staff)
    .leftJoin(merchant, eq(merchant.id, staff.merchantId))
    .where(eq(staff.username, username));
  return row ?? null;
}

/**
 * True while the person may log in with this stored hash. It waits for a change that is under way, and a later one waits
 * for this transaction: so it ends the session that is made here.
 */
export async function keepsLogin(tx: Tx, id: number, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, id), eq(staff.passwordHash, passwordHash), isNull(staff.disabledAt)))
    .for('share');
  return rows.length > 0;
}

export async function openStaffSession(tx: Tx, row: typeof staffSession.$inferInsert): Promise<void> {
  await tx.insert(staffSession).values(row);
}

/** Ends a session; false when it had ended already. */
export async function endStaffSession(tx: Tx, tokenHash: string): Promise<boolean> {
  const ended = await tx
    .delete(staffSession)
    .where(eq(staffSession.tokenHash, tokenHash))
    .returning({ id: staffSession.staffId });
  return ended.length > 0;
}

/** Those that may log in first, by side and name. */
export function listStaff(db: Db, within: number | null): Promise<StaffAccount[]> {
  return accounts(db)
    .where(isWithin(within))
    .orderBy(sql`${staff.disabledAt} is not null`, sql`${staff.merchantId} nulls first`, asc(staff.username));
}

/** A person by number, held until the transaction ends; null for another merchant's. */
export async function lockStaff(tx: Tx, within: number | null, id: number): Promise<StaffAccount | null> {
  const [row] = await accounts(tx)
    .where(and(eq(staff.id, id), isWithin(within)))
    .for('update', { of: staff });
  return row ?? null;
}

/** Adds a person; null when the name is taken. */
export async function insertStaff(
  tx: Tx,
  row: { username: string; merchantId: number | null; role: StaffRole; passwordHash: string },
): Promise<number | null> {
  const [made] = await tx.insert(staff).values(row).onConflictDoNothing().returning({ id: staff.id });
  return made?.id ?? null;
}

/** Bound like {@link lockStaff}, which holds the row. The database ends the person's sessions. */
export async function disableStaffRow(tx: Tx, within: number | null, id: number, now: Date): Promise<void> {
  await tx
    .update(staff)
    .set({ disabledAt: now })
    .where(and(eq(staff.id, id), isWithin(within)));
}

/**
 * Sets another password where `from` is still the stored hash; false where somebody was faster. The database ends the
 * person's sessions.
 */
export async function setStaffPassword(
  tx: Tx,
  id: number,
  { from, to, isInitial }: { from: string; to: string; isInitial: boolean },
): Promise<boolean> {
  const changed = await tx
    .update(staff)
    .set({ passwordHash: to, isPasswordInitial: isInitial })
    .where(and(eq(staff.id, id), eq(staff.passwordHash, from), isNull(staff.disabledAt)))
    .returning({ id: staff.id });
  return changed.length > 0;
}

export async function isMerchant(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.id, id));
  return rows.length > 0;
}
