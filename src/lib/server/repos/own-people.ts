/** What an export says of a company's people and of what the desk did for them. Every statement is bound to one company. */
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { member, ownerChange, tableMapping, user, waitingAct } from '../db/schema.ts';

/** A company's people, in the order in which they came. */
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

/** Telephones of a company's owners that were changed by papers. */
export function listOwnChanges(db: Db, companyId: number) {
  return db
    .select({ row: ownerChange, name: user.name })
    .from(ownerChange)
    .innerJoin(user, eq(user.id, ownerChange.userId))
    .where(eq(ownerChange.companyId, companyId))
    .orderBy(asc(ownerChange.id));
}

/** What the platform's people asked for about a company, and what became of it. */
export function listOwnActs(db: Db, companyId: number) {
  return db.select().from(waitingAct).where(eq(waitingAct.companyId, companyId)).orderBy(asc(waitingAct.id));
}

/** How a company's people said that the columns of their tables are to be read. */
export function listOwnMappings(db: Db, companyId: number) {
  return db
    .select()
    .from(tableMapping)
    .where(eq(tableMapping.companyId, companyId))
    .orderBy(asc(tableMapping.id));
}
