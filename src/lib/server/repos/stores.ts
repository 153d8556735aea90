/** Stores of one account: a head office and the companies that name it. */
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '#lib/rules/companies/roles.ts';
import type { Db } from '../db/client.ts';
import { company, member, user } from '../db/schema.ts';

export interface StorePerson {
  userId: string;
  name: string;
  company: string;
}

/** Companies of the same head office as this one, itself left out. */
function sisterOf(db: Db, companyId: number): SQL | undefined {
  const head = db
    .select({ id: sql<number>`coalesce(${company.headId}, ${company.id})` })
    .from(company)
    .where(eq(company.id, companyId));
  return and(ne(company.id, companyId), or(inArray(company.headId, head), inArray(company.id, head)));
}

/** The people with one of the roles in the other stores of a company's account, by store. */
export async function listStorePeople(
  db: Db,
  companyId: number,
  roles: readonly Role[],
): Promise<StorePerson[]> {
  return db
    .select({ userId: user.id, name: user.name, company: company.name })
    .from(company)
    .innerJoin(member, eq(member.companyId, company.id))
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(sisterOf(db, companyId), inArray(member.role, [...roles])))
    .orderBy(asc(company.id), asc(member.createdAt), asc(user.id));
}
