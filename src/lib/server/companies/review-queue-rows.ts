/** The queue of the review at the platform's desk. */
import { and, asc, eq, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { companyApplication } from '../db/schema.ts';
import { noVerdict } from './verdict-rows.ts';

/** Written like the index of the queue: a parameter instead would not use the index. */
const isUndecided = sql`${companyApplication.status} = 'waiting'`;

/** Waits for a reviewer: one with a decision that may still be taken back does not. */
export const isWaitingReview = sql`${isUndecided} and ${companyApplication.verdict} is null`;

/** The undecided one of a company; null where there is none. */
export async function findWaitingOf(db: Db | Tx, companyId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: companyApplication.id })
    .from(companyApplication)
    .where(and(eq(companyApplication.companyId, companyId), isUndecided));
  return row?.id ?? null;
}

function isFree(me: number, now: Date): SQL | undefined {
  const { claimedBy, claimedUntil } = companyApplication;
  return or(isNull(claimedBy), eq(claimedBy, me), lte(claimedUntil, now));
}

/** Claims a waiting application without another claim, or extends the own claim; false where it cannot be claimed. */
export async function claimReview(
  db: Db | Tx,
  id: number,
  { me, now, until }: { me: number; now: Date; until: Date },
): Promise<boolean> {
  const rows = await db
    .update(companyApplication)
    .set({ claimedBy: me, claimedUntil: until })
    .where(and(eq(companyApplication.id, id), isWaitingReview, isFree(me, now)))
    .returning({ id: companyApplication.id });
  return rows.length > 0;
}

/**
 * Claims the one that has waited longest and is not among `skip`; null where there is none. Two calls at once get
 * different ones: it is found and locked first, and changed then, for in one statement the change of the found row may
 * remove it.
 */
export async function claimNextReview(
  tx: Tx,
  { me, now, until, skip }: { me: number; now: Date; until: Date; skip: readonly number[] },
): Promise<number | null> {
  const [first] = await tx
    .select({ id: companyApplication.id })
    .from(companyApplication)
    .where(
      and(
        isWaitingReview,
        isFree(me, now),
        skip.length === 0 ? undefined : notInArray(companyApplication.id, [...skip]),
      ),
    )
    .orderBy(asc(companyApplication.handedInAt), asc(companyApplication.id))
    .limit(1)
    .for('update', { skipLocked: true });
  if (first === undefined) return null;
  await tx
    .update(companyApplication)
    .set({ claimedBy: me, claimedUntil: until })
    .where(eq(companyApplication.id, first.id));
  return first.id;
}

/** Ends the own claim. */
export async function releaseReview(db: Db | Tx, id: number, me: number): Promise<void> {
  await db
    .update(companyApplication)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(eq(companyApplication.id, id), isWaitingReview, eq(companyApplication.claimedBy, me)));
}

/** Ends a waiting application, as it was read; false when it was decided, taken back or changed meanwhile. */
export async function endReview(
  tx: Tx,
  { id, version }: { id: number; version: number },
  end: { status: 'approved' | 'returned'; reason: string | null; decidedBy: number | null; decidedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(companyApplication)
    .set({ ...end, ...noVerdict, claimedBy: null, claimedUntil: null, updatedAt: end.decidedAt })
    .where(and(eq(companyApplication.id, id), isUndecided, eq(companyApplication.version, version)))
    .returning({ id: companyApplication.id });
  return rows.length > 0;
}
