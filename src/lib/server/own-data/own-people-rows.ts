/**
 * An export's tables about a company's people and the desk's acts for them. Every statement is bound to one company.
 */
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { member, ownerChange, tableMapping, user, waitingAct } from '../db/schema.ts';

/** A company's people, in the order in which they joined. */
export function listOwnPeople(db: Db, companyId: number) {
  return db
    .select({
      name: user.name,
      username: user.username,
      phone: user.phoneNumber,
      role: member.role,
      createdAt: member.createdAt,
      disabledAt: member.disabledAt,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.companyId, companyId))
    .orderBy(asc(member.createdAt), asc(user.id));
}

/** Changes of telephones of a company's owners on the basis of documents. */
export function listOwnChanges(db: Db, companyId: number) {
  return db
    .select({ row: ownerChange, name: user.name })
    .from(ownerChange)
    .innerJoin(user, eq(user.id, ownerChange.userId))
    .where(eq(ownerChange.companyId, companyId))
    .orderBy(asc(ownerChange.id));
}

/** Acts that the platform's people requested about a company, and their outcome. */
export function listOwnActs(db: Db, companyId: number) {
  return db.select().from(waitingAct).where(eq(waitingAct.companyId, companyId)).orderBy(asc(waitingAct.id));
}

/** The column mappings that a company's people chose for their tables. */
export function listOwnMappings(db: Db, companyId: number) {
  return db
    .select()
    .from(tableMapping)
    .where(eq(tableMapping.companyId, companyId))
    .orderBy(asc(tableMapping.id));
}
