/** Invitations of staff. `within` binds to a merchant's own; null is for the platform, which sees all of them. */
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { merchant, staff, staffInvite, staffSession } from '../db/schema.ts';

function openAt(now: Date) {
  return and(isNull(staffInvite.usedAt), isNull(staffInvite.revokedAt), gt(staffInvite.expiresAt, now));
}

function isWithin(within: number | null) {
  return within === null ? undefined : eq(staffInvite.merchantId, within);
}

function invites(db: Db | Tx) {
  return db
    .select({
      id: staffInvite.id,
      merchantId: staffInvite.merchantId,
      merchant: merchant.shortName,
      role: staffInvite.role,
      note: staffInvite.note,
      createdAt: staffInvite.createdAt,
      expiresAt: staffInvite.expiresAt,
      usedAt: staffInvite.usedAt,
      revokedAt: staffInvite.revokedAt,
      inviter: staff.username,
      inviterRole: staff.role,
      inviterMerchantId: staff.merchantId,
      isInviterOut: sql<boolean>`coalesce(${staff.disabledAt} is not null, false)`,
    })
    .from(staffInvite)
    .leftJoin(staff, eq(staff.id, staffInvite.invitedBy))
    .leftJoin(merchant, eq(merchant.id, staffInvite.merchantId));
}
export type StaffInviteRow = Awaited<ReturnType<typeof invites>>[number];

/** Open ones, and those made after `since`; the newest first. */
export function listStaffInvites(
  db: Db,
  { within, since, now }: { within: number | null; since: Date; now: Date },
): Promise<StaffInviteRow[]> {
  return invites(db)
    .where(and(isWithin(within), or(openAt(now), gt(staffInvite.createdAt, since))))
    .orderBy(desc(staffInvite.id))
    .limit(100);
}

/** Open ones of one side. */
export function countOpenStaffInvites(tx: Tx, merchantId: number | null, now: Date): Promise<number> {
  const side = merchantId === null ? isNull(staffInvite.merchantId) : eq(staffInvite.merchantId, merchantId);
  return tx.$count(staffInvite, and(side, openAt(now)));
}

export async function insertStaffInvite(tx: Tx, row: typeof staffInvite.$inferInsert): Promise<number> {
  const [made] = await tx.insert(staffInvite).values(row).returning({ id: staffInvite.id });
  if (made === undefined) throw new Error('an invitation was not written');
  return made.id;
}

export async function findStaffInvite(
  db: Db | Tx,
  by: { id: number; within: number | null } | { tokenHash: string },
): Promise<StaffInviteRow | null> {
  const [row] = await invites(db).where(
    'id' in by
      ? and(eq(staffInvite.id, by.id), isWithin(by.within))
      : eq(staffInvite.tokenHash, by.tokenHash),
  );
  return row ?? null;
}

/** Ends an open one; false where it was used or ended before. */
export async function revokeStaffInvite(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(staffInvite)
    .set({ revokedAt: now })
    .where(and(eq(staffInvite.id, id), isNull(staffInvite.usedAt), isNull(staffInvite.revokedAt)));
  return rowCount === 1;
}

/** Ends the open ones that the start of a shop made. */
export async function revokeFirstInvites(tx: Tx, now: Date): Promise<void> {
  await tx
    .update(staffInvite)
    .set({ revokedAt: now })
    .where(and(isNull(staffInvite.invitedBy), openAt(now)));
}

/** Uses one up; of many at once one does. */
export async function spendStaffInvite(tx: Tx, id: number, usedBy: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(staffInvite)
    .set({ usedAt: now, usedBy })
    .where(and(eq(staffInvite.id, id), openAt(now)));
  return rowCount === 1;
}

/** Open sessions of a person, the last used first. */
export function listStaffSessions(db: Db | Tx, staffId: number, now: Date) {
  const { tokenHash, address, userAgent, createdAt, seenAt, expiresAt } = staffSession;
  return db
    .select({ tokenHash, address, userAgent, createdAt, seenAt })
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), gt(expiresAt, now)))
    .orderBy(desc(sql`coalesce(${seenAt}, ${createdAt})`));
}

/** Ends sessions of a person by the hashes of their tokens; answers how many there were. */
export async function endStaffSessions(
  tx: Tx,
  staffId: number,
  tokenHashes: readonly string[],
): Promise<number> {
  let ended = 0;
  for (const hash of tokenHashes) {
    const { rowCount } = await tx
      .delete(staffSession)
      .where(and(eq(staffSession.staffId, staffId), eq(staffSession.tokenHash, hash)));
    ended += rowCount ?? 0;
  }
  return ended;
}
