/** Owners' telephones that the platform changes on the basis of documents. */
import { and, asc, desc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import {
  isOpenOwnerChange,
  type OwnerChangePaper,
  ownerChangeStates,
} from '#lib/rules/companies/owner-change.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  account as credential,
  member,
  ownerChange,
  ownerChangeFile,
  passkey,
  session,
  storedFile,
  user,
  userTotp,
  verification,
} from '../db/schema.ts';
import type { FileRow } from '../files/rows.ts';

export type OwnerChangeRow = typeof ownerChange.$inferSelect;

const isOpen = inArray(ownerChange.state, ownerChangeStates.filter(isOpenOwnerChange));

/** The last changes of a company with the name of their person, the newest first. */
export function listChanges(db: Db | Tx, companyId: number) {
  return db
    .select({ row: ownerChange, name: user.name })
    .from(ownerChange)
    .innerJoin(user, eq(user.id, ownerChange.userId))
    .where(eq(ownerChange.companyId, companyId))
    .orderBy(desc(ownerChange.id))
    .limit(20);
}

/** The documents of changes. */
export function listChangeFiles(
  db: Db | Tx,
  ids: readonly number[],
): Promise<{ changeId: number; kind: OwnerChangePaper; file: FileRow }[]> {
  return db
    .select({ changeId: ownerChangeFile.changeId, kind: ownerChangeFile.kind, file: storedFile })
    .from(ownerChangeFile)
    .innerJoin(storedFile, eq(storedFile.id, ownerChangeFile.fileId))
    .where(inArray(ownerChangeFile.changeId, [...ids]))
    .orderBy(asc(ownerChangeFile.changeId), asc(ownerChangeFile.kind));
}

/** A person of the company with role and telephone; null for any other. */
export async function findPersonOf(
  db: Db | Tx,
  companyId: number,
  userId: string,
): Promise<{ name: string; phone: string; role: Role; isDisabled: boolean } | null> {
  const [row] = await db
    .select({ name: user.name, phone: user.phoneNumber, role: member.role, disabledAt: member.disabledAt })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.companyId, companyId), eq(member.userId, userId)));
  if (row === undefined) return null;
  return { name: row.name, phone: row.phone ?? '', role: row.role, isDisabled: row.disabledAt !== null };
}

/** The change of a person that may still take effect; null for none. */
export async function findOpenChange(db: Db | Tx, userId: string): Promise<OwnerChangeRow | null> {
  const [row] = await db
    .select()
    .from(ownerChange)
    .where(and(eq(ownerChange.userId, userId), isOpen));
  return row ?? null;
}

/** Saves a change with its documents; null where the person has an open one. */
export async function insertChange(
  tx: Tx,
  row: Pick<
    OwnerChangeRow,
    'companyId' | 'userId' | 'fromPhone' | 'toPhone' | 'reason' | 'askedBy' | 'createdAt'
  >,
  papers: readonly { kind: OwnerChangePaper; fileId: number }[],
): Promise<number | null> {
  const [made] = await tx
    .insert(ownerChange)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: ownerChange.id });
  if (made === undefined) return null;
  await tx.insert(ownerChangeFile).values(papers.map((one) => ({ ...one, changeId: made.id })));
  return made.id;
}

/** Moves a change that is in state `from`; null where it is not. */
export async function moveChange(
  tx: Tx,
  id: number,
  from: OwnerChangeRow['state'],
  to: Partial<
    Pick<OwnerChangeRow, 'state' | 'decidedBy' | 'decidedAt' | 'dueAt' | 'word' | 'objectedBy' | 'endedAt'>
  >,
): Promise<OwnerChangeRow | null> {
  const [row] = await tx
    .update(ownerChange)
    .set(to)
    .where(and(eq(ownerChange.id, id), eq(ownerChange.state, from)))
    .returning();
  return row ?? null;
}

/** A change of the company with the name of its person; null for another company's. */
export async function findChange(
  db: Db | Tx,
  id: number,
  companyId: number,
): Promise<{ row: OwnerChangeRow; name: string } | null> {
  const [found] = await db
    .select({ row: ownerChange, name: user.name })
    .from(ownerChange)
    .innerJoin(user, eq(user.id, ownerChange.userId))
    .where(and(eq(ownerChange.id, id), eq(ownerChange.companyId, companyId)));
  return found ?? null;
}

/** The company's changes that wait for their time. */
export function listComing(db: Db, companyId: number) {
  return db
    .select({ row: ownerChange, name: user.name })
    .from(ownerChange)
    .innerJoin(user, eq(user.id, ownerChange.userId))
    .where(and(eq(ownerChange.companyId, companyId), eq(ownerChange.state, 'passed')))
    .orderBy(asc(ownerChange.id));
}

/** Passed changes that are due, with their company, the oldest first. */
export async function listDueChanges(db: Db, job: string, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: ownerChange.id })
    .from(ownerChange)
    .where(
      and(eq(ownerChange.state, 'passed'), lte(ownerChange.dueAt, now), isReady(job, ownerChange.id, now)),
    )
    .orderBy(asc(ownerChange.dueAt))
    .limit(50);
  return rows.map(({ id }) => id);
}

/** The company of a change; null where there is none any more. */
export async function findCompanyOfChange(db: Db | Tx, id: number): Promise<number | null> {
  const [row] = await db
    .select({ companyId: ownerChange.companyId })
    .from(ownerChange)
    .where(eq(ownerChange.id, id));
  return row?.companyId ?? null;
}

/** A passed change that is due, locked until the transaction ends; null where it ended meanwhile. */
export async function lockDueChange(tx: Tx, id: number, now: Date): Promise<OwnerChangeRow | null> {
  const [row] = await tx
    .select()
    .from(ownerChange)
    .where(and(eq(ownerChange.id, id), eq(ownerChange.state, 'passed'), lte(ownerChange.dueAt, now)))
    .for('update');
  return row ?? null;
}

/** True while another person logs in by this telephone, as number or as name. */
export async function isPhoneTaken(db: Db | Tx, phone: string, exceptId: string): Promise<boolean> {
  const holds = or(eq(user.phoneNumber, phone), eq(user.username, phone));
  return (await db.$count(user, and(holds, sql`${user.id} <> ${exceptId}`))) > 0;
}

/**
 * Ends every existing way for a person to log in: sessions, password, WeChat, passkeys, the authenticator, open tickets
 * and proofs. `passwordHash` is of a password that no one knows.
 */
export async function endLogins(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  const own = eq(credential.userId, userId);
  await tx.delete(verification).where(eq(verification.value, userId));
  await tx.delete(passkey).where(eq(passkey.userId, userId));
  await tx.delete(userTotp).where(eq(userTotp.userId, userId));
  await tx.delete(credential).where(and(own, eq(credential.providerId, 'wechat')));
  await tx.update(user).set({ wechat: null, updatedAt: now }).where(eq(user.id, userId));
  await tx
    .update(credential)
    .set({ password: passwordHash, updatedAt: now })
    .where(and(own, eq(credential.providerId, 'credential')));
  await tx.delete(session).where(eq(session.userId, userId));
}
