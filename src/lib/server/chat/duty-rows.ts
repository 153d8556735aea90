/** Who takes talks at the desks. */
import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { type PersonOnDuty, presenceMs } from '#lib/rules/chat/assign.ts';
import { staffRolesThatMay } from '#lib/rules/companies/staff.ts';
import type { Db, Tx } from '../db/client.ts';
import { chatDuty, staff } from '../db/schema.ts';

/** A person of a side who may answer. */
export interface DutyRow extends PersonOnDuty {
  name: string;
}

/** The people of a side who may answer, with their duty; a person without a row is off duty. */
export async function listDuty(db: Db | Tx, merchantId: number | null): Promise<DutyRow[]> {
  const roles = staffRolesThatMay(merchantId === null ? 'platform' : 'merchant', 'chat');
  const rows = await db
    .select({
      id: staff.id,
      name: staff.username,
      isOn: chatDuty.isOn,
      seenAt: chatDuty.seenAt,
      assignedAt: chatDuty.assignedAt,
      open: sql<number>`(select count(*)::int from chat_inquiry i where i.staff_id = ${staff.id} and i.closed_at is null)`,
    })
    .from(staff)
    .leftJoin(chatDuty, eq(chatDuty.staffId, staff.id))
    .where(
      and(
        merchantId === null ? isNull(staff.merchantId) : eq(staff.merchantId, merchantId),
        isNull(staff.disabledAt),
        inArray(staff.role, roles),
      ),
    )
    .orderBy(asc(staff.id));
  return rows.map(({ isOn, seenAt, assignedAt, ...row }) => ({
    ...row,
    isOn: isOn ?? false,
    seenAt: seenAt?.getTime() ?? 0,
    assignedAt: assignedAt?.getTime() ?? null,
  }));
}

/** The same under a lock until the transaction ends: two talks at once are assigned one after the other. */
export async function lockDuty(tx: Tx, merchantId: number | null): Promise<DutyRow[]> {
  await tx
    .select({ id: chatDuty.staffId })
    .from(chatDuty)
    .innerJoin(staff, eq(staff.id, chatDuty.staffId))
    .where(merchantId === null ? isNull(staff.merchantId) : eq(staff.merchantId, merchantId))
    .orderBy(asc(chatDuty.staffId))
    .for('no key update', { of: chatDuty });
  return listDuty(tx, merchantId);
}

export async function setDuty(db: Db, staffId: number, isOn: boolean, now: Date): Promise<void> {
  await db
    .insert(chatDuty)
    .values({ staffId, isOn, seenAt: now })
    .onConflictDoUpdate({ target: chatDuty.staffId, set: { isOn, seenAt: now } });
}

/** Notes that a person has been assigned a talk. */
export async function markAssigned(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.update(chatDuty).set({ assignedAt: now }).where(eq(chatDuty.staffId, staffId));
}

/** Sides with somebody who takes talks now: ids of merchants, 0 for the platform. */
export async function listPresentSides(db: Db, now: Date): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ side: sql<number>`coalesce(${staff.merchantId}, 0)` })
    .from(chatDuty)
    .innerJoin(staff, eq(staff.id, chatDuty.staffId))
    .where(
      and(
        eq(chatDuty.isOn, true),
        gte(chatDuty.seenAt, new Date(now.getTime() - presenceMs)),
        isNull(staff.disabledAt),
      ),
    );
  return new Set(rows.map(({ side }) => side));
}
