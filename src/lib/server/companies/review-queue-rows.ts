/** The queue of the review at the platform's desk. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { maxDeskRows } from '#lib/contract/constants.ts';
import type { Db } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { companyApplication, staff } from '../db/schema.ts';
import { isWaitingReview } from './review-rows.ts';

const nameOfData = sql<string>`${companyApplication.data} ->> 'name'`;

/**
 * A page of waiting ones, the longest first, and how many there are, up to `maxDeskRows`. Only the index of the queue
 * selects the page: application and reviewer are then read for its rows.
 */
export async function findQueue(
  db: Db,
  { company: name, kind }: { company: string; kind: string },
  { page, size }: { page: number; size: number },
) {
  const { id, handedInAt } = companyApplication;
  const where = and(
    isWaitingReview,
    contains(nameOfData, name),
    kind === '' ? undefined : sql`${companyApplication.kind} = ${kind}`,
  );
  const skipped = (page - 1) * size;
  const shown = db
    .select({ id, handedInAt })
    .from(companyApplication)
    .where(where)
    .orderBy(asc(handedInAt), asc(id))
    .limit(Math.max(0, Math.min(size, maxDeskRows - skipped)))
    .offset(skipped)
    .as('shown');
  const waiting = db.select({ id }).from(companyApplication).where(where).limit(maxDeskRows).as('waiting');
  const [rows, counted] = await Promise.all([
    db
      .select({
        id,
        companyId: companyApplication.companyId,
        name: nameOfData,
        data: companyApplication.data,
        kind: companyApplication.kind,
        handedInAt,
        claimedBy: staff.username,
        claimedUntil: companyApplication.claimedUntil,
      })
      .from(shown)
      .innerJoin(companyApplication, eq(companyApplication.id, shown.id))
      .leftJoin(staff, eq(staff.id, companyApplication.claimedBy))
      .orderBy(asc(shown.handedInAt), asc(shown.id)),
    db.select({ total: sql<number>`count(*)::int` }).from(waiting),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}
