/** The people of a company. Everything is bound to the company in the query. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Role } from '#lib/rules/companies/roles.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, account as credential, member, memberStore, personSeen, user } from '../db/schema.ts';

export interface MemberRow {
  userId: string;
  name: string;
  username: string;
  phone: string;
  role: Role;
  /** Fen; null means no limit. */
  orderLimit: number | null;
  disabledAt: Date | null;
  createdAt: Date;
  seenAt: Date | null;
  storeIds: number[];
}

/** The people of a company, owners first; of one person with `userId`. */
export async function listMembers(db: Db | Tx, companyId: number, userId?: string): Promise<MemberRow[]> {
  const rows = await db
    .select({
      userId: user.id,
      name: user.name,
      username: user.username,
      phone: user.phoneNumber,
      role: sql<Role>`${member.role}`,
      orderLimit: member.orderLimit,
      disabledAt: member.disabledAt,
      createdAt: member.createdAt,
      seenAt: personSeen.seenAt,
      storeIds: sql<number[]>`coalesce((select array_agg(s.company_id order by s.company_id)
        from member_store s where s.user_id = ${member.userId}), '{}')`,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .leftJoin(personSeen, eq(personSeen.userId, member.userId))
    .where(and(eq(member.companyId, companyId), userId === undefined ? undefined : eq(member.userId, userId)))
    .orderBy(sql`${member.role} <> 'owner'`, asc(member.createdAt), asc(user.id));
  return rows.map((row) => ({ ...row, username: row.username ?? '', phone: row.phone ?? '' }));
}

/** Serializes changes of a company's people: otherwise the last owner could be removed twice. */
export async function lockCompany(tx: Tx, companyId: number): Promise<void> {
  await tx.select({ id: company.id }).from(company).where(eq(company.id, companyId)).for('update');
}

/** Number of owners of a company who may log in. */
export function countOwners(tx: Tx, companyId: number): Promise<number> {
  return tx.$count(
    member,
    and(eq(member.companyId, companyId), eq(member.role, 'owner'), isNull(member.disabledAt)),
  );
}

export type MemberPatch = Partial<Pick<MemberRow, 'role' | 'orderLimit' | 'disabledAt'>>;

export async function updateMember(
  tx: Tx,
  companyId: number,
  userId: string,
  patch: MemberPatch,
): Promise<void> {
  await tx
    .update(member)
    .set(patch)
    .where(and(eq(member.companyId, companyId), eq(member.userId, userId)));
}

/** Sets the stores that a person may act for. */
export async function setStores(tx: Tx, userId: string, storeIds: readonly number[]): Promise<void> {
  await tx.delete(memberStore).where(eq(memberStore.userId, userId));
  if (storeIds.length > 0)
    await tx.insert(memberStore).values(storeIds.map((companyId) => ({ userId, companyId })));
}

/** The stores of a head office, in the order of their numbers; with `ids` only these. */
export function listStoresOf(
  db: Db | Tx,
  headId: number,
  ids?: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.headId, headId), ids === undefined ? undefined : inArray(company.id, [...ids])))
    .orderBy(asc(company.storeCode), asc(company.id));
}

export interface NewPerson {
  id: string;
  name: string;
  phone: string;
  passwordHash: string;
  companyId: number;
  role: Role;
  orderLimit: number | null;
}

/** Adds a person who logs in by their phone, and makes them a member. Rejects with 23505 where the phone is taken. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<void> {
  const { id, name, phone, passwordHash, companyId, role, orderLimit } = person;
  await tx.insert(user).values({
    id,
    name,
    email: `${phone}@users.invalid`,
    username: phone,
    displayUsername: phone,
    phoneNumber: phone,
    phoneNumberVerified: true,
  });
  await tx.insert(credential).values({
    id: `password-${id}`,
    accountId: id,
    providerId: 'credential',
    userId: id,
    password: passwordHash,
  });
  await tx.insert(member).values({ userId: id, companyId, role, orderLimit });
}
