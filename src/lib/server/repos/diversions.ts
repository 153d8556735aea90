/** Refunds that go back by another way: who asked, who carried it out, and those that their house paid as well. */
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { refundDiversion } from '../db/schema.ts';

export type DiversionRow = typeof refundDiversion.$inferSelect;

/** Money that went back twice and is still somebody's work. Over `refund_diversion`. */
export const isPaidTwice = and(isNotNull(refundDiversion.housePaidAt), isNull(refundDiversion.settledAt));

/** Writes a wish down; false where one of the refund waits, or was carried out. */
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

/** Locks the one of a refund that waits or was carried out; null for none. */
export async function lockOpenDiversion(tx: Tx, refundNo: string): Promise<DiversionRow | null> {
  const [row] = await tx
    .select()
    .from(refundDiversion)
    .where(and(eq(refundDiversion.refundNo, refundNo), inArray(refundDiversion.state, ['waiting', 'passed'])))
    .for('update');
  return row ?? null;
}

/** Writes a decision over one that waits and is locked. */
export async function decideDiversion(
  tx: Tx,
  id: number,
  to: Pick<DiversionRow, 'state' | 'decidedBy' | 'decidedAt' | 'word'>,
): Promise<void> {
  await tx.update(refundDiversion).set(to).where(eq(refundDiversion.id, id));
}

/** The money had gone back by its own way. Over one that is locked. */
export async function voidDiversion(tx: Tx, id: number): Promise<void> {
  await tx.update(refundDiversion).set({ state: 'void' }).where(eq(refundDiversion.id, id));
}

/** Its house paid as well: written down once. */
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

/** What became of money that went back twice; false where somebody has said it already, or it did not. */
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
