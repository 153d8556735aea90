/** Sessions of staff at the desks. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { staffIdleMinutes, staffProofMinutes } from '#lib/rules/companies/staff.ts';
import type { Db, Tx } from '../db/client.ts';
import { merchant, siteSetting, staff, staffSession } from '../db/schema.ts';
import { columns, type StaffAccount } from './staff-rows.ts';

/** A person with their current session. */
export interface SessionStaff extends StaffAccount {
  /** They gave their password or code too long ago for an act that moves money. */
  isProofOld: boolean;
}

/** The time that lies as many minutes before `now` as the setting says, or else `minutes`. */
function minutesBefore(now: Date, setting: string, minutes: number) {
  return sql`${now.toISOString()}::timestamptz - interval '1 minute' * coalesce((
    select (${siteSetting.value} #>> '{}')::numeric from ${siteSetting}
    where ${siteSetting.key} = ${setting} and jsonb_typeof(${siteSetting.value}) = 'number'), ${minutes}::numeric)`;
}

const lastSeen = sql`coalesce(${staffSession.seenAt}, ${staffSession.createdAt})`;

/**
 * The person of a session's token; null when it has ended, was idle for too long, or the person is disabled. Its use is
 * recorded once a minute.
 */
export async function findSessionStaff(db: Db, tokenHash: string, now: Date): Promise<SessionStaff | null> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const [row] = await db
    .select({
      ...columns,
      isProofOld: sql<boolean>`coalesce(${staffSession.provedAt}, ${staffSession.createdAt}) <
        ${minutesBefore(now, 'staffProofMinutes', staffProofMinutes)}`,
      isStale: sql<boolean>`${lastSeen} < ${minuteAgo.toISOString()}`,
    })
    .from(staff)
    .leftJoin(merchant, eq(merchant.id, staff.merchantId))
    .innerJoin(staffSession, eq(staffSession.staffId, staff.id))
    .where(
      and(
        eq(staffSession.tokenHash, tokenHash),
        gt(staffSession.expiresAt, now),
        sql`${lastSeen} > ${minutesBefore(now, 'staffIdleMinutes', staffIdleMinutes)}`,
        isNull(staff.disabledAt),
      ),
    );
  if (row === undefined) return null;
  const { isStale, ...found } = row;
  if (isStale)
    await db
      .update(staffSession)
      .set({ seenAt: now })
      .where(and(eq(staffSession.tokenHash, tokenHash), sql`${lastSeen} < ${minuteAgo.toISOString()}`));
  return found;
}

export async function openStaffSession(tx: Tx, row: typeof staffSession.$inferInsert): Promise<void> {
  await tx.insert(staffSession).values(row);
}

/** Records that the person of a session has given their password or code. */
export async function recordProof(tx: Tx, tokenHash: string, now: Date): Promise<void> {
  await tx.update(staffSession).set({ provedAt: now }).where(eq(staffSession.tokenHash, tokenHash));
}

/** Ends a session; false when it had ended already. */
export async function endStaffSession(tx: Tx, tokenHash: string): Promise<boolean> {
  const ended = await tx
    .delete(staffSession)
    .where(eq(staffSession.tokenHash, tokenHash))
    .returning({ id: staffSession.staffId });
  return ended.length > 0;
}
