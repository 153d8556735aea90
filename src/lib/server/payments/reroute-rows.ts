/** Refunds by another way: requester, decider, and those that their provider paid as well. */
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { refundReroute } from '../db/schema.ts';

export type RerouteRow = typeof refundReroute.$inferSelect;

/** Refunded twice and not settled yet. Over `refund_diversion`. */
export const isPaidTwice = and(isNotNull(refundReroute.housePaidAt), isNull(refundReroute.settledAt));

/** Saves a request; false where one of the refund waits or was carried out. */
export async function insertReroute(
  tx: Tx,
  row: Pick<RerouteRow, 'refundNo' | 'way' | 'reason' | 'lastAnswer' | 'askedBy' | 'createdAt'>,
): Promise<number | null> {
  const [made] = await tx
    .insert(refundReroute)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refundReroute.id });
  return made?.id ?? null;
}

/** Locks the request of a refund that waits or was carried out; null for none. */
export async function lockOpenReroute(tx: Tx, refundNo: string): Promise<RerouteRow | null> {
  const [row] = await tx
    .select()
    .from(refundReroute)
    .where(and(eq(refundReroute.refundNo, refundNo), inArray(refundReroute.state, ['waiting', 'passed'])))
    .for('update');
  return row ?? null;
}

/** Saves the decision on a request that waits and is locked. */
export async function decideReroute(
  tx: Tx,
  id: number,
  to: Pick<RerouteRow, 'state' | 'decidedBy' | 'decidedAt' | 'word'>,
): Promise<void> {
  await tx.update(refundReroute).set(to).where(eq(refundReroute.id, id));
}

/** The money had gone back by its own way. For a locked request. */
export async function voidReroute(tx: Tx, id: number): Promise<void> {
  await tx.update(refundReroute).set({ state: 'void' }).where(eq(refundReroute.id, id));
}

/** The provider paid as well: recorded once. */
export async function recordProviderPaid(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(refundReroute)
    .set({ housePaidAt: now })
    .where(
      and(eq(refundReroute.id, id), eq(refundReroute.state, 'passed'), isNull(refundReroute.housePaidAt)),
    );
}

/** Records the outcome of money that was refunded twice; false where it is settled already, or it was not. */
export async function settlePaidTwice(
  tx: Db | Tx,
  refundNo: string,
  said: { settledBy: string; settledAt: Date; settledWord: string },
): Promise<boolean> {
  const rows = await tx
    .update(refundReroute)
    .set(said)
    .where(and(eq(refundReroute.refundNo, refundNo), isPaidTwice))
    .returning({ id: refundReroute.id });
  return rows.length > 0;
}
