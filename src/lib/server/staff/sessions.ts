/** Where staff are logged in, and ending it: by the administrators of their side. */
import { AppError } from '#lib/contract/errors.ts';
import type { StaffIdInput } from '#lib/contract/staff.ts';
import type { EndStaffSessionsValues, StaffSessions } from '#lib/contract/staff-access.ts';
import { deviceName } from '#lib/rules/text/device-name.ts';
import { type CallContext, recordOf } from '../core/context.ts';
import { deskTokenHash } from '../core/sessions/desk-session.ts';
import type { Db } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { endStaffSessions as endRows, listStaffSessions } from '../people/staff-invite-rows.ts';
import { lockStaff } from '../people/staff-rows.ts';

/** Characters of a hash that name a session: they do not open it. */
const keyOf = (tokenHash: string) => tokenHash.slice(0, 12);

/** `GET /api/desk/staff/{id}/sessions`. Throws 404 for a person of another merchant. */
export async function readStaffSessions(
  { db, now, actor, headers }: CallContext<'staff'>,
  { id }: StaffIdInput,
): Promise<StaffSessions> {
  const isOwnSide = await db.transaction((tx) => lockStaff(tx, actor.merchantId, id));
  if (isOwnSide === null) throw new AppError(404, '没有这个员工账号');
  return listOf(db, id, now, deskTokenHash(headers));
}

async function listOf(db: Db, id: number, now: Date, own: string | null): Promise<StaffSessions> {
  const rows = await listStaffSessions(db, id, now);
  return {
    list: rows.map(({ tokenHash, address, userAgent, createdAt, seenAt }) => ({
      key: keyOf(tokenHash),
      device: deviceName(userAgent),
      address,
      created_at: createdAt.toISOString(),
      seen_at: (seenAt ?? createdAt).toISOString(),
      is_current: tokenHash === own ? 1 : 0,
    })),
  };
}

/**
 * `POST /api/desk/staff/{id}/sessions/end`: ends one of a person's sessions, or all of them; never the caller's own, which
 * is left by logging out. Safe to repeat. Throws 404 for a person of another merchant.
 */
export async function endStaffSessions(
  context: CallContext<'staff'>,
  { id, key }: EndStaffSessionsValues,
): Promise<StaffSessions> {
  const { db, now, actor, headers } = context;
  const own = deskTokenHash(headers);
  await db.transaction(async (tx) => {
    const found = await lockStaff(tx, actor.merchantId, id);
    if (found === null) throw new AppError(404, '没有这个员工账号');
    const rows = await listStaffSessions(tx, id, now);
    const hashes = rows
      .map(({ tokenHash }) => tokenHash)
      .filter((hash) => hash !== own && (key === '' || keyOf(hash) === key));
    const count = await endRows(tx, id, hashes);
    if (count === 0) return;
    const entry = { act: 'staff.end_sessions', subject: 'staff', key: id } as const;
    const { merchantId } = found;
    await writeAudit(tx, recordOf(context), {
      ...entry,
      merchantId,
      before: null,
      after: { count },
      at: now,
    });
  });
  return listOf(db, id, now, own);
}
