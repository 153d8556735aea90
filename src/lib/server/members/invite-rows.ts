/** Invitations of colleagues. Those of a company are bound to it; a link's is found by the hash of its token. */
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Role } from '#lib/rules/companies/roles.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, memberInvite, user } from '../db/schema.ts';

export type NewInvite = typeof memberInvite.$inferInsert;
export type InviteRow = typeof memberInvite.$inferSelect;

/** Valid ones, and those that ended after `since`; the newest first. */
export function listInvites(db: Db, companyId: number, since: Date, now: Date): Promise<InviteRow[]> {
  return db
    .select()
    .from(memberInvite)
    .where(and(eq(memberInvite.companyId, companyId), or(openAt(now), gt(memberInvite.createdAt, since))))
    .orderBy(desc(memberInvite.createdAt), desc(memberInvite.id))
    .limit(100);
}

function openAt(now: Date) {
  return and(isNull(memberInvite.usedAt), isNull(memberInvite.revokedAt), gt(memberInvite.expiresAt, now));
}

export function countOpenInvites(tx: Tx, companyId: number, now: Date): Promise<number> {
  return tx.$count(memberInvite, and(eq(memberInvite.companyId, companyId), openAt(now)));
}

export async function insertInvite(tx: Tx, invite: NewInvite): Promise<InviteRow | undefined> {
  const [row] = await tx.insert(memberInvite).values(invite).returning();
  return row;
}

/** Ends an unused invitation; answers it as it is then, null when the company has no such one. */
export async function revokeInvite(
  db: Db | Tx,
  companyId: number,
  id: number,
  now: Date,
): Promise<InviteRow | null> {
  const own = and(eq(memberInvite.companyId, companyId), eq(memberInvite.id, id));
  await db
    .update(memberInvite)
    .set({ revokedAt: now })
    .where(and(own, isNull(memberInvite.usedAt), isNull(memberInvite.revokedAt)));
  const [row] = await db.select().from(memberInvite).where(own);
  return row ?? null;
}

export interface FoundInvite extends InviteRow {
  company: string;
  /** The person who invited. */
  inviter: string;
  role: Role;
}

/** The invitation of a link; null for an unknown token. */
export async function findInvite(db: Db, tokenHash: string): Promise<FoundInvite | null> {
  const [row] = await db
    .select({ invite: memberInvite, company: company.name, inviter: user.name })
    .from(memberInvite)
    .innerJoin(company, eq(company.id, memberInvite.companyId))
    .innerJoin(user, eq(user.id, memberInvite.invitedBy))
    .where(eq(memberInvite.tokenHash, tokenHash));
  return row ? { ...row.invite, company: row.company, inviter: row.inviter } : null;
}

/** Uses an invitation up; of many calls at once one does. */
export async function spendInvite(tx: Tx, id: number, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(memberInvite)
    .set({ usedAt: now, usedBy: userId })
    .where(and(eq(memberInvite.id, id), openAt(now)));
  return rowCount === 1;
}
