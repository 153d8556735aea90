/**
 * Staff and their sessions. `within` binds to a merchant's own people; null is for the platform, which manages all of
 * them.
 */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { merchantTotpRoles } from '#lib/rules/companies/staff.ts';
import type { Db, Tx } from '../db/client.ts';
import { merchant, siteSetting, staff } from '../db/schema.ts';

export interface StaffAccount {
  id: number;
  username: string;
  role: string;
  /** Null for the platform's own. */
  merchantId: number | null;
  merchant: string | null;
  isDisabled: boolean;
  isPasswordInitial: boolean;
  /** The login asks for an authenticator's code. */
  isEnrolled: boolean;
  /** The desk opens only after an authenticator is enrolled. */
  needsTotp: boolean;
}

/** Further facts for a login; secrets are encrypted. */
export interface StaffLogin extends StaffAccount {
  passwordHash: string;
  totpSecret: string | null;
  totpPending: string | null;
}

export const columns = {
  id: staff.id,
  username: staff.username,
  role: staff.role,
  merchantId: staff.merchantId,
  merchant: merchant.shortName,
  isDisabled: sql<boolean>`${staff.disabledAt} is not null`,
  isPasswordInitial: staff.isPasswordInitial,
  isEnrolled: sql<boolean>`${staff.totpSecret} is not null`,
  // The default when it was never set is that of site/settings.ts: on.
  needsTotp: sql<boolean>`${staff.merchantId} is null or (${inArray(staff.role, [...merchantTotpRoles])} and not exists (
    select 1 from ${siteSetting} where ${siteSetting.key} = 'merchantsNeedTotp' and ${siteSetting.value} = 'false'
  ))`,
};

function accounts(db: Db | Tx) {
  return db.select(columns).from(staff).leftJoin(merchant, eq(merchant.id, staff.merchantId));
}

function isWithin(within: number | null) {
  return within === null ? undefined : eq(staff.merchantId, within);
}

/** Facts for a login by the person's name; null when there is none. */
export async function findStaffLogin(db: Db | Tx, username: string): Promise<StaffLogin | null> {
  const { passwordHash, totpSecret, totpPending } = staff;
  const [row] = await db
    .select({ ...columns, passwordHash, totpSecret, totpPending })
    .from(staff)
    .leftJoin(merchant, eq(merchant.id, staff.merchantId))
    .where(eq(staff.username, username));
  return row ?? null;
}

/** A person by number; null when there is none. */
export async function findStaff(db: Db | Tx, id: number): Promise<StaffAccount | null> {
  const [row] = await accounts(db).where(eq(staff.id, id));
  return row ?? null;
}

/** The person is unchanged since it was read: neither disabled, nor with another password or authenticator. */
export function isStill({ id, passwordHash, totpSecret }: StaffLogin) {
  return and(
    eq(staff.id, id),
    eq(staff.passwordHash, passwordHash),
    sql`${staff.totpSecret} is not distinct from ${totpSecret}`,
    isNull(staff.disabledAt),
  );
}

/**
 * True while the person may log in as read. It waits for a change that is under way, and a later one waits for this
 * transaction: so it ends the session that is made here.
 */
export async function keepsLogin(tx: Tx, login: StaffLogin): Promise<boolean> {
  const rows = await tx.select({ id: staff.id }).from(staff).where(isStill(login)).for('share');
  return rows.length > 0;
}

/** Everybody: those who may log in first, by side and name. */
export function listStaff(db: Db): Promise<StaffAccount[]> {
  return accounts(db).orderBy(
    sql`${staff.disabledAt} is not null`,
    sql`${staff.merchantId} nulls first`,
    asc(staff.username),
  );
}

/** A person by number, locked until the transaction ends; null for another merchant's. */
export async function lockStaff(tx: Tx, within: number | null, id: number): Promise<StaffAccount | null> {
  const [row] = await accounts(tx)
    .where(and(eq(staff.id, id), isWithin(within)))
    .for('update', { of: staff });
  return row ?? null;
}

/**
 * Serializes changes of one side's people until the transaction ends: its last administrator stays, and its invitations
 * are counted.
 */
export async function takeSideTurn(tx: Tx, merchantId: number | null): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`staff:${merchantId ?? 'platform'}`}, 0))`,
  );
}

/** Administrators of a side who may log in, besides one person. */
export function countOtherAdmins(
  tx: Tx,
  { id, merchantId }: Pick<StaffAccount, 'id' | 'merchantId'>,
): Promise<number> {
  return tx.$count(
    staff,
    and(
      eq(staff.role, 'admin'),
      isNull(staff.disabledAt),
      ne(staff.id, id),
      merchantId === null ? isNull(staff.merchantId) : eq(staff.merchantId, merchantId),
    ),
  );
}

/** Adds a person; null when the name is taken. */
export async function insertStaff(
  tx: Tx,
  row: Pick<
    typeof staff.$inferInsert,
    'username' | 'merchantId' | 'role' | 'passwordHash' | 'isPasswordInitial'
  >,
): Promise<number | null> {
  const [made] = await tx.insert(staff).values(row).onConflictDoNothing().returning({ id: staff.id });
  return made?.id ?? null;
}

/** Changes a person locked by {@link lockStaff}. The database ends their sessions when they lose a right. */
export async function changeStaff(
  tx: Tx,
  id: number,
  change: Partial<
    Pick<typeof staff.$inferInsert, 'disabledAt' | 'role' | 'passwordHash' | 'isPasswordInitial'>
  >,
): Promise<void> {
  await tx.update(staff).set(change).where(eq(staff.id, id));
}

/**
 * Sets another password where `from` is still the stored hash; false where another process was faster. The database
 * ends the person's sessions.
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

/** Whether people of this merchant may be let in: it is known, and not closed for good. */
export async function isMerchant(tx: Db | Tx, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: merchant.id })
    .from(merchant)
    .where(and(eq(merchant.id, id), isNull(merchant.closedAt)));
  return rows.length > 0;
}
