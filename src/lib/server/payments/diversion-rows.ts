/** Refunds by another way: requester, decider, and those that their provider paid as well. */
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { refundDiversion } from '../db/schema.ts';

export type DiversionRow = typeof refundDiversion.$inferSelect;

/** Refunded twice and not settled yet. Over `refund_diversion`. */
export const isPaidTwice = and(isNotNull(refundDiversion.housePaidAt), isNull(refundDiversion.settledAt));

/** Saves a request; false where one of the refund waits or was carried out. */
export async function insertDiversion(
  tx: Tx,
  row: Pick<DiversionRow, 'refundNo' | 'way' | 'reason' | 'lastAnswer' | 'askedBy' | 'createdAt'>,
): Promise<number | null> {
  const [made] = await tx
    .insert(refundDiversion)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refundDiversion.id });
  return made?.id ?? null;
}

/** Locks the request of a refund that waits or was carried out; null for none. */
export async function lockOpenDiversion(tx: Tx, refundNo: string): Promise<DiversionRow | null> {
  const [row] = await tx
    .select()
    .from(refundDiversion)
    .where(and(eq(refundDiversion.refundNo, refundNo), inArray(refundDiversion.state, ['waiting', 'passed'])))
    .for('update');
  return row ?? null;
}

/** Saves the decision on a request that waits and is locked. */
export async function decideDiversion(
  tx: Tx,
  id: number,
  to: Pick<DiversionRow, 'state' | 'decidedBy' | 'decidedAt' | 'word'>,
): Promise<void> {
  await tx.update(refundDiversion).set(to).where(eq(refundDiversion.id, id));
}

/** The money had gone back by its own way. For a locked request. */
export async function voidDiversion(tx: Tx, id: number): Promise<void> {
  await tx.update(refundDiversion).set({ state: 'void' }).where(eq(refundDiversion.id, id));
}

/** The provider paid as well: recorded once. */
export async function noteHousePaid(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(refundDiversion)
    .set({ housePaidAt: now })
    .where(
      and(
        eq(refundDiversion.id, id),
        eq(refundDiversion.state, 'passed'),
        isNull(refundDiversion.housePaidAt),
      ),
    );
}

/** Records the outcome of money that was refunded twice; false where it is settled already, or it was not. */
export async function settlePaidTwice(
  tx: Db | Tx,
  refundNo: string,
  said: { settledBy: string; settledAt: Date; settledWord: string },
): Promise<boolean> {
  const rows = await tx
    .update(refundDiversion)
    .set(said)
    .where(and(eq(refundDiversion.refundNo, refundNo), isPaidTwice))
    .returning({ id: refundDiversion.id });
  return rows.length > 0;
}
